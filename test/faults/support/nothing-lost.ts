import { expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { itemCounters } from '#features/stock/testing.ts';
import type { Db } from '#platform/db/db.ts';
import type { Bought } from './buyer.ts';
import type { MailSink } from './mail-sink.ts';
import type { Sale } from './sale.ts';

/**
 * Expects that all acknowledged orders, money and tickets exist once, every unit has a holder, and the audit finds
 * nothing.
 */
export async function expectNothingLost(db: Db, sale: Sale, bought: readonly Bought[]): Promise<void> {
  const orders = await db.rows<{ code: string; status: string; receipts: number; money: number; tickets: number }>(
    `select code, payment_status as status,
       (select count(*) from receipts where order_id = orders.id) as receipts,
       (select coalesce(sum(amount), 0)::bigint from receipts where order_id = orders.id) as money,
       (select count(*) from tickets where order_id = orders.id) as tickets
     from orders
     order by code`,
  );
  const expected = bought
    .map(({ order, total }) => ({ code: order, status: 'paid', receipts: 1, money: total, tickets: 1 }))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
  expect(orders).toEqual(expected);
  // A hold whose buyer got no answer is not lost either: a retry gets the same cart.
  expect(await itemCounters(db, sale.item.id)).toMatchObject({ sold: bought.length, held: 0 });
  expect((await auditShop(db, new Date())).findings).toEqual([]);
}

/** Expects that every mail was sent and arrived under its one Message-ID. Returns how many arrived again. */
export async function expectMailsArrived(db: Db, sink: MailSink, orders: number): Promise<number> {
  const mails = await db.rows<{ id: string; status: string }>('select message_id as id, status from mails');
  expect(mails.filter(({ status }) => status !== 'sent')).toEqual([]);
  // There is one mail for the order, and one for the payment.
  expect(mails).toHaveLength(2 * orders);
  expect(new Set(sink.arrived.keys())).toEqual(new Set(mails.map(({ id }) => id)));
  return [...sink.arrived.values()].reduce((all, times) => all + times - 1, 0);
}
