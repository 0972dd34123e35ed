import fs from 'node:fs';
import { expect, test } from 'vitest';

// docs/gateways/faults.md lists which test shows each fault at each provider. The tests must exist, and the counts must
// be right.

const page = fs.readFileSync('docs/gateways/faults.md', 'utf8');
const GATEWAYS = ['Sandbox', 'Stripe', 'Mollie', 'Monri'];

interface Line {
  readonly gateway: string;
  readonly kind: 'test' | 'does not apply' | 'open';
  readonly file?: string;
  readonly name?: string;
}

const LINE = /^- (\w+): (?:`([^`]+)` “(.+)”|(does not apply|open): \S.*)$/;

const faults = page
  .split(/^## \d+\. /m)
  .slice(1)
  .map((section) => {
    const [title, ...rest] = section.split('\n') as [string, ...string[]];
    const lines = rest
      .filter((line) => line.startsWith('- '))
      .map((line): Line => {
        const [, gateway, file, name, kind] = LINE.exec(line) ?? [];
        if (gateway === undefined) throw new Error(`This line cannot be read: ${line}`);
        return file
          ? { gateway, kind: 'test', file, name: name! }
          : { gateway, kind: kind as 'does not apply' | 'open' };
      });
    return { title, lines };
  });

test('every test that the page names is in its file', () => {
  const named = faults.flatMap(({ lines }) => lines.filter(({ file }) => file !== undefined));
  expect(named.length).toBeGreaterThan(120);
  const missing = named.filter(
    ({ file, name }) => !fs.existsSync(file!) || !fs.readFileSync(file!, 'utf8').includes(name!),
  );
  expect(missing.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});

test.each(faults)('$title: for each gateway there are tests, the fault does not apply, or it is open', ({ lines }) => {
  expect([...new Set(lines.map(({ gateway }) => gateway))]).toEqual(GATEWAYS);
  for (const one of GATEWAYS) {
    expect(new Set(lines.filter(({ gateway }) => gateway === one).map(({ kind }) => kind)).size).toBe(1);
  }
});

test('the counts are right', () => {
  const count = (kind: Line['kind']) =>
    GATEWAYS.map(
      (one) => faults.filter(({ lines }) => lines.some((line) => line.gateway === one && line.kind === kind)).length,
    ).join(' | ');
  expect(page).toContain(`| of ${faults.length} faults | ${GATEWAYS.join(' | ')} |`);
  expect(page).toContain(`| shown by tests | ${count('test')} |`);
  expect(page).toContain(`| not applicable | ${count('does not apply')} |`);
  expect(page).toContain(`| open | ${count('open')} |`);
});
