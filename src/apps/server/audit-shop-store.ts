import type { Queryable } from '#platform/db/db.ts';

export async function countRows(db: Queryable): Promise<Record<string, number>> {
  const row = await db.row<Record<string, number>>(
    `select (select count(*) from shop_items) as items,
       (select count(*) from departures) as departures,
       (select count(*) from stock_units) as "stock units",
       (select count(*) from orders) as orders,
       (select count(*) from payments) as payments,
       (select count(*) from receipts) as receipts,
       (select count(*) from ledger_entries) as "ledger entries",
       (select count(*) from tickets) as tickets,
       (select count(*) from invoices) as invoices,
       (select count(*) from vouchers) as vouchers,
       (select count(*) from mails) as mails`,
  );
  return row ?? {};
}
