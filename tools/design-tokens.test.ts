import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contrast } from '#platform/mail/colors.ts';

const sources = join(import.meta.dirname, '../src');
const roles = readFileSync(join(sources, 'ui/tokens/roles.css'), 'utf8');

const pairs = [...roles.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!] as const);

/** Returns the roles in one scheme, because `light-dark(light, dark)` names both. */
const scheme = (which: 1 | 2): Record<string, string> =>
  Object.fromEntries(pairs.map(([name, value]) => [name, /^light-dark\((.+), (.+)\)$/.exec(value)?.[which] ?? value]));

const light = scheme(1);
const dark = scheme(2);

const grounds = ['--paper', '--surface'];
const textPairs = [
  ...['--ink', '--ink-2', '--ink-3', '--brand-text', '--danger-text'].flatMap((front) =>
    grounds.map((back) => [front, back]),
  ),
  ['--ink', '--sunken'],
  ['--ink-3', '--sunken'],
  ['--brand-text', '--brand-soft'],
  ['--ink-2', '--brand-soft'],
  ['--on-brand', '--brand'],
  ['--on-brand', '--brand-hover'],
  ['--on-accent', '--accent'],
  ['--on-danger', '--danger'],
  ['--on-danger', '--danger-hover'],
  ['--on-inverse', '--inverse'],
  ...['ok', 'warn', 'bad', 'info', 'progress', 'neutral'].map((tone) => [`--${tone}-text`, `--${tone}-back`]),
] as [string, string][];

const shapePairs = [
  ...['--line-strong', '--focus', '--brand'].flatMap((front) => grounds.map((back) => [front, back])),
  ...['ok', 'warn', 'bad', 'info'].map((tone) => [`--inverse-${tone}`, '--inverse']),
] as [string, string][];

test.each(textPairs)('text in %s on %s is readable in both schemes (4.5)', (front, back) => {
  expect(contrast(light[front]!, light[back]!)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark[front]!, dark[back]!)).toBeGreaterThanOrEqual(4.5);
});

test.each(shapePairs)('shapes and edges in %s on %s are visible in both schemes (3)', (front, back) => {
  expect(contrast(light[front]!, light[back]!)).toBeGreaterThanOrEqual(3);
  expect(contrast(dark[front]!, dark[back]!)).toBeGreaterThanOrEqual(3);
});

test('no stylesheet of a screen or primitive contains its own colours', () => {
  const sheets = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.module.css'),
  );
  expect(sheets.length).toBeGreaterThan(10);
  const colour = /#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|oklch\(/i;
  expect(sheets.filter((file) => colour.test(readFileSync(join(sources, file), 'utf8')))).toEqual([]);
});
