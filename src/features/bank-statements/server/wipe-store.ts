import { isUniqueReference, LINE_KEY_START } from '#features/payments/domain/transaction-number.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

/** Deletes payers' names, texts and accounts from up to `limit` imports that were read by `before`. */
export const wipeImports = (db: Queryable, before: Date, limit: number, now: Date): Promise<number> =>
  db.run(
    `with old as (
       update statement_imports
       set wiped_at = $3
       where id = any(array(
         select id
         from statement_imports
         where read_at <= $1 and wiped_at is null
         order by read_at
         limit $2
         for update skip locked
       ))
       returning id
     ), wiped as (
       update statement_lines set facts = null, payer = null where import_id in (select id from old)
     )
     select id from old`,
    [before, limit, now],
  );

/** Wipes the lines that paid for this customer's orders, or that paid or returned their refunds. */
export async function wipeLinesOf(tx: Tx, customerId: number): Promise<void> {
  await tx.run(
    `update statement_lines
     set facts = null, payer = null
     where facts is not null and identity in (
       select unnest(array[r.transaction, r.statement_line])
       from receipts r join orders o on o.id = r.order_id
       where o.customer_id = $1 and r.source = 'bank'
       union all
       select b.transaction
       from refund_bank_lines b join refunds f on f.id = b.refund_id join orders o on o.id = f.order_id
       where o.customer_id = $1
     )`,
    [customerId],
  );
  const entered = await tx.rows<{ number: string; amount: number }>(
    `select r.transaction as number, r.amount
     from receipts r join orders o on o.id = r.order_id
     where o.customer_id = $1 and r.source = 'bank' and r.transaction !~ '${LINE_KEY_START}'
     union
     select b.transaction, -m.amount
     from refund_bank_lines b
       join refund_movements m on m.refund_id = b.refund_id and m.gateway is null
       join refunds f on f.id = b.refund_id
       join orders o on o.id = f.order_id
     where o.customer_id = $1 and b.transaction !~ '${LINE_KEY_START}'`,
    [customerId],
  );
  const known = entered.filter(({ number }) => isUniqueReference(number));
  // The lines of money that a person recorded with the bank's number. There is no index on that number of a line.
  if (known.length === 0) return;
  await tx.run(
    `update statement_lines l
     set facts = null, payer = null
     from unnest($1::text[], $2::bigint[]) as entered (number, amount)
     where l.facts->>'bankReference' = entered.number and l.amount = entered.amount`,
    [known.map(({ number }) => number), known.map(({ amount }) => amount)],
  );
}
