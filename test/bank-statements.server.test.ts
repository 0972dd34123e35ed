import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { CamtEntry } from '#features/bank-statements/testing.ts';
import { type Imported, importStatement } from './support/import-statement.ts';
import { rounds } from './support/rounds.ts';
import { app, balanceOf, givenTransferShop, now, operator, placeByTransfer } from './support/transfer-shop.ts';

givenTransferShop();

const importEntries = (entries: readonly CamtEntry[]) =>
  importStatement(app, entries, { operator, acceptsMisfits: true });

const countTransfers = (results: readonly Imported[]) => results.filter(({ kind }) => kind === 'transfers').length;

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'];

test('property: any split of statements into files, in any order, with any repetition, books the same', async () => {
  await app.db.run(`update shop_items set capacity = null, capacity_wanted = null where external_code = 'saturday'`);
  const line = fc.record({
    order: fc.constantFrom(0, 1),
    amount: fc.constantFrom('76.00', '76.00', '30.00', '100.00'),
    day: fc.constantFrom(...DAYS),
    reference: fc.option(fc.constantFrom('POS 1', 'POS 2'), { nil: undefined }),
    byReference: fc.boolean(),
  });
  const files = fc.array(fc.subarray(DAYS, { minLength: 1 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), files, async (drawn, drawnFiles) => {
      const orders = [await placeByTransfer(), await placeByTransfer()];
      const entries = drawn.map(({ order, byReference, ...entry }) => ({
        ...entry,
        text: byReference ? `${orders[order]!.code}-1` : `order ${orders[order]!.code}, thank you`,
      }));
      const before = await balanceOf('bank');
      let count = 0;
      // Files contain whole days, as banks send them. At the end, each day is sent once more, so that none is missing.
      for (const days of [...drawnFiles, ...DAYS.toReversed().map((day) => [day])]) {
        count += countTransfers(await importEntries(entries.filter(({ day }) => days.includes(day))));
      }
      const cents = (some: typeof entries) => some.reduce((all, { amount }) => all + Number(amount) * 100, 0);
      expect(count).toBe(entries.length);
      expect((await balanceOf('bank')) - before).toBe(cents(entries));
      for (const order of orders) {
        const own = cents(entries.filter(({ text }) => text.includes(order.code)));
        const { total_paid: paid, total_price: price } = await now(order);
        // Short transfers for an order add up. Money beyond the price is in suspense.
        expect(paid).toBe(Math.min(own, price));
      }
      expect(countTransfers(await importEntries(entries))).toBe(0);
      expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    }),
    { numRuns: 8 * rounds },
  );
});

test('given two operators who import the same file at once, then each line is booked once', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const entries = orders.map(({ code }) => ({ amount: '76.00', text: code, day: '2026-11-18' }));
  const before = await balanceOf('bank');
  const both = await Promise.all([importEntries(entries), importEntries(entries)]);
  expect(countTransfers(both.flat())).toBe(2);
  expect((await balanceOf('bank')) - before).toBe(15_200);
  for (const order of orders) expect((await now(order)).payment_status).toBe('paid');
});
