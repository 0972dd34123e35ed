import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const PROJECT = path.resolve(import.meta.dirname, '..');
const read = (file: string) => fs.readFileSync(path.join(PROJECT, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
const rules: Rule[] = parse(read('deploy/prometheus-alerts.yaml')).groups.flatMap(
  ({ rules: own }: { rules: Rule[] }) => own,
);

test.each(rules)('the alert $alert has a page in the runbook, which names it and is in the list of pages', (rule) => {
  const { alert, annotations } = rule;
  expect(read(annotations.runbook)).toContain(`**Alert:** \`${alert}\``);
  expect(read('docs/runbook/README.md')).toContain(`| \`${alert}\` |`);
});

test('every page of the runbook belongs to an alert', () => {
  const pages = fs.readdirSync(path.join(PROJECT, 'docs/runbook')).filter((name) => name !== 'README.md');
  expect(pages.sort()).toEqual(rules.map(({ annotations }) => path.basename(annotations.runbook)).sort());
});

test('alerts use only figures that the shop publishes', () => {
  const source = ['src/apps/server/metrics.ts', 'src/apps/server/request-figures.ts', 'src/apps/server/shop-server.ts'];
  const known = source.map(read).join('\n');
  const used = rules.flatMap(({ expr }) => expr.match(/foyer_[a-z_]+/g) ?? []);
  expect(used.length).toBeGreaterThan(5);
  for (const name of used) expect(known, name).toContain(`'${name}'`);
});
