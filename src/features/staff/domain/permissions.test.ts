import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { FRESH_PERMISSIONS, mayGive, PERMISSIONS, permissionsOf, ROLES } from './permissions.ts';

const PAGE = path.resolve('docs/domain/staff.md');
const BEGIN = '<!-- roles: written by permissions.test.ts -->';
const END = '<!-- end of roles -->';

function matrix(): string {
  const head = ['permission', ...ROLES, 'fresh'];
  const rows = PERMISSIONS.map((permission) => [
    `\`${permission}\``,
    ...ROLES.map((role) => (permissionsOf([role]).includes(permission) ? '✓' : '')),
    FRESH_PERMISSIONS.has(permission) ? '✓' : '',
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

// WRITE=1 npm test -- unit src/features/staff/domain/permissions
test('docs/domain/staff.md shows which role may do what', () => {
  const page = fs.readFileSync(PAGE, 'utf8');
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  const wanted = `${before}\n${matrix()}\n${page.slice(page.indexOf(END))}`;
  if (process.env.WRITE) fs.writeFileSync(PAGE, wanted);
  assert.equal(fs.readFileSync(PAGE, 'utf8'), wanted);
});

test('an owner may do everything, and somebody without a role nothing', () => {
  assert.deepEqual(permissionsOf(['owner']), PERMISSIONS);
  assert.deepEqual(permissionsOf([]), []);
});

test('finance cannot change the catalogue, and neither catalogue nor viewers see customer data', () => {
  const about = (words: readonly string[]) => (permission: string) => words.some((word) => permission.startsWith(word));
  const people = about(['orders.', 'people.', 'refunds.', 'invoices.', 'manifest.', 'mails.', 'bank-details.']);
  assert.deepEqual(permissionsOf(['finance']).filter(about(['catalogue.', 'stock.', 'settings.'])), []);
  assert.deepEqual(permissionsOf(['catalogue']).filter(people), []);
  assert.deepEqual(permissionsOf(['viewer']).filter(people), []);
});

test('starting a refund, deciding it, paying it out and seeing bank details are four permissions', () => {
  assert.ok(permissionsOf(['support']).includes('refunds.ask'));
  assert.ok(!permissionsOf(['support']).includes('refunds.decide'));
  assert.ok(permissionsOf(['manager']).includes('refunds.decide'));
  assert.ok(!permissionsOf(['manager']).includes('payouts.make'));
  assert.ok(!permissionsOf(['manager']).includes('bank-details.see'));
});

test('the permissions of several roles add up', () => {
  assert.deepEqual(permissionsOf(['door', 'viewer']), ['reports.sales', 'reports.money', 'door.scan']);
});

test('a role can be given only by somebody who may do all that it allows', () => {
  for (const role of ROLES) assert.ok(mayGive(['owner'], role));
  assert.ok(mayGive(['manager'], 'support'));
  assert.ok(!mayGive(['manager'], 'owner'));
  assert.ok(!mayGive(['manager'], 'finance'));
  assert.ok(!mayGive(['support'], 'viewer'));
});
