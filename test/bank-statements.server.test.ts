import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { CamtEntry } from '#features/bank-statements/testing.ts';
import { shareKey } from '#features/desk/domain/movement-keys.ts';
import { recordTransfers, undoTransfer } from '#features/desk/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Imported, importStatement } from './support/import-statement.ts';
import { rounds } from './support/rounds.ts';
import {
  app,
  balanceOf,
  givenTransferShop,
  now,
  operator,
  placeByTransfer,
  transfer,
} from './support/transfer-shop.ts';

givenTransferShop();

const importEntries = (entries: readonly CamtEntry[]) =>
  importStatement(app, entries, { operator, acceptsMisfits: true });

const countTransfers = (results: readonly Imported[]) => results.filter(({ kind }) => kind === 'transfers').length;

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'];

test('property: statements split into files in any way, order and repetition book the same', async () => {
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

test('when two operators import the same file at once, each line is booked once', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const entries = orders.map(({ code }) => ({ amount: '76.00', text: code, day: '2026-11-18' }));
  const before = await balanceOf('bank');
  const both = await Promise.all([importEntries(entries), importEntries(entries)]);
  expect(countTransfers(both.flat())).toBe(2);
  expect((await balanceOf('bank')) - before).toBe(15_200);
  for (const order of orders) expect((await now(order)).payment_status).toBe('paid');
});

describe('a transfer with a bank reference', () => {
  let references = 0;
  const newReference = () => {
    references += 1;
    return `BANKREF${String(references).padStart(8, '0')}`;
  };

  test('that was booked from a statement cannot be booked again by hand, even for another order', async () => {
    const [first, second] = [await placeByTransfer(), await placeByTransfer()];
    const reference = newReference();
    await importEntries([{ amount: '76.00', text: first.code, reference }]);
    await expect(transfer(first.code, 7_600, reference)).rejects.toThrow('booked_before');
    const inGroups = `${reference.slice(0, 7)} ${reference.slice(7, 11)}-${reference.slice(11)}`;
    await expect(transfer(second.code, 1_000, inGroups)).rejects.toThrow('booked_before');
    await expect(transfer(second.code, 1_000, reference)).rejects.toThrow('booked_before');
    expect((await now(second)).payment_status).toBe('pending');
  });

  test('that was entered by hand is not booked again from a statement', async () => {
    const [first, second] = [await placeByTransfer(), await placeByTransfer()];
    const reference = newReference();
    await transfer(first.code, 7_600, reference);
    const again = await importEntries([{ amount: '76.00', text: second.code, reference }]);
    expect(again.map(({ kind }) => kind)).toEqual(['booked_before']);
    expect((await now(second)).payment_status).toBe('pending');
  });

  test('that is entered by hand and from a statement at the same time is booked once', async () => {
    const order = await placeByTransfer();
    const reference = newReference();
    const before = await balanceOf('bank');
    await Promise.allSettled([
      importEntries([{ amount: '76.00', text: order.code, reference }]),
      transfer(order.code, 7_600, reference),
    ]);
    expect((await balanceOf('bank')) - before).toBe(7_600);
  });

  test('that a statement takes back under the same reference is booked as returned', async () => {
    const order = await placeByTransfer();
    const reference = newReference();
    await transfer(order.code, 7_600, reference);
    const before = await balanceOf('bank');
    const returned = { code: 'MD06', words: 'Refund requested' };
    const back = await importEntries([{ amount: '-76.00', text: order.code, reference, returned }]);
    expect(back.map(({ kind }) => kind)).toEqual(['charge_back']);
    expect((await balanceOf('bank')) - before).toBe(-7_600);
  });

  test('that is entered by hand before the shares of its line are booked counts once', async () => {
    const orders = [await placeByTransfer(), await placeByTransfer()];
    const reference = newReference();
    const before = await balanceOf('bank');
    await transfer(orders[0]!.code, 15_200, reference);
    const key = `camt:account:2026-11-18:15200:${reference}`;
    const shares = orders.map(({ code }, index) => ({
      words: code,
      amount: minor(7_600),
      transaction: shareKey(key, index),
      bankReference: reference,
      receivedAt: app.clock.now(),
      actor: commandLine('tester'),
    }));
    const booked = await recordTransfers(operator.transfers, shares, app.clock.now());
    expect(booked).toMatchObject({ ok: false, error: { kind: 'booked_before' } });
    expect((await balanceOf('bank')) - before).toBe(15_200);
  });

  test('with a reference too short to be unique is the same only with the same amount and day', async () => {
    const [first, second] = [await placeByTransfer(), await placeByTransfer()];
    await importEntries([{ amount: '76.00', text: first.code, reference: 'POS 77', day: today() }]);
    await expect(transfer(second.code, 7_600, 'POS 77')).rejects.toThrow('booked_before');
    await transfer(second.code, 7_500, 'POS 77');
    expect(await now(second)).toMatchObject({ total_paid: 7_500 });
  });

  test('can be entered again once its receipt is undone', async () => {
    const order = await placeByTransfer();
    const reference = newReference();
    const [imported] = await importEntries([{ amount: '76.00', text: order.code, reference }]);
    const { receiptId } = (imported as Extract<Imported, { kind: 'transfers' }>).transfers[0]!;
    const wanted = { receiptId, actor: commandLine('tester') };
    await undoTransfer({ db: app.db, money: operator.parts.money }, wanted, app.clock.now());
    await transfer(order.code, 7_600, reference);
    expect((await now(order)).payment_status).toBe('paid');
  });
});

test('the migration gives earlier receipts the bank’s reference, from their key or their stored line', async () => {
  const orders = [await placeByTransfer(), await placeByTransfer()];
  const [long, short] = ['EARLIERREF01', 'POS 12'];
  await importEntries([
    { amount: '76.00', text: orders[0]!.code, reference: long },
    { amount: '76.00', text: orders[1]!.code, reference: short },
  ]);
  const codes = orders.map(({ code }) => code);
  const ofThese = 'order_id in (select id from orders where code = any($1))';
  const known = async () =>
    (
      await app.db.rows<{ reference: string | null }>(
        `select bank_reference as reference from receipts where ${ofThese} order by id`,
        [codes],
      )
    ).map(({ reference }) => reference);
  expect(await known()).toEqual([long, short]);
  const fillIn = async () => {
    await app.db.run(`update receipts set bank_reference = null where ${ofThese}`, [codes]);
    await app.db.run(fs.readFileSync('db/migrations/0137-known-bank-references.sql', 'utf8'));
  };
  await fillIn();
  // No lines are stored yet, and the key contains only the long reference.
  expect(await known()).toEqual([long, null]);
  await app.db.run(
    `with import as (
       insert into statement_imports (read_at, read_by, takes_running_days) values ($2, 'tester', false) returning id
     ), statement as (
       insert into statements (import_id, position, file, format, scope, is_balanced)
       select id, 0, 'statement.xml', 'camt', 'days', true from import
     )
     insert into statement_lines (import_id, number, statement, facts, identity)
     select import.id, row_number() over (), 0, jsonb_build_object('bankReference', $3::text), receipts.transaction
     from import, receipts
     where ${ofThese}`,
    [codes, app.clock.now(), short],
  );
  await fillIn();
  expect((await known())[1]).toBe(short);
});

const today = () => app.clock.now().toISOString().slice(0, 10);
