import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { app, folder, givenCommandShop, shop } from '../../../test/support/command-shop.ts';
import { purchase } from '../../../test/support/purchase.ts';

givenCommandShop();

test('invoices are listed, shown and written as PDF', async () => {
  expect((await shop('invoices', 'list')).out).toBe('No invoices.\n');
  const order = await purchase(app, await app.login(), ['saturday', 'lark-tee-m']);
  const listed = await shop('invoices', 'list', '--year', '2026');
  expect(listed).toMatchObject({ code: 0, err: '' });
  expect(listed.out).toMatch(new RegExp(`2026-00001 +2026-11-20 +${order.code} .*€110\\.50 +Mila Okonkwo`));
  expect((await shop('invoices', 'list', '--series', 'credit_note')).out).toBe('No invoices.\n');

  const shown = await shop('invoices', 'show', '2026-00001');
  expect(shown.out).toContain(`Invoice 2026-00001 of 2026-11-20, order ${order.code}`);
  expect(shown.out).toContain('Lark tee, size M');
  expect(JSON.parse((await shop('invoices', 'show', '2026-00001', '--json')).out)).toMatchObject({
    total: 11_050,
    rates: [{ tax_basis_points: 900 }, { tax_basis_points: 2_100 }],
  });

  const file = path.join(folder, 'invoice.pdf');
  expect((await shop('invoices', 'show', '2026-00001', '--pdf', file)).out).toBe(`Written to ${file}.\n`);
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await shop('invoices', 'show', '2026-00001', '--pdf', path.join(folder, 'nowhere', 'x.pdf'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('x.pdf cannot be written: '),
  });
});

test('an unknown number and an invalid year are refused', async () => {
  expect(await shop('invoices', 'show', '2026-99999')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no'),
  });
  expect(await shop('invoices', 'list', '--year', 'soon')).toMatchObject({ code: 2 });
});
