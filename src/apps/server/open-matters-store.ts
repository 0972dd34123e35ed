import type { Queryable } from '#platform/db/db.ts';

/** Returns the codes of orders with a problem, oldest first. */
export const ordersWithProblem = async (db: Queryable, limit: number): Promise<string[]> =>
  (
    await db.rows<{ code: string }>(
      `select code from orders where payment_status = 'problem' order by created_at limit $1`,
      [limit],
    )
  ).map(({ code }) => code);

export interface FailedMail {
  id: number;
  createdAt: Date;
  mailKind: string;
  recipient: string;
  error: string;
}

/** Returns mails that failed for good, each with its recipient and the reason, until both are wiped. */
export const failedMails = (db: Queryable, limit: number): Promise<FailedMail[]> =>
  db.rows(
    `select id, created_at as "createdAt", kind as "mailKind", recipient,
       coalesce(last_error, 'no reason kept') as error
     from mails
     where status = 'failed' and wiped_at is null
     order by id
     limit $1`,
    [limit],
  );

export interface FailedRefund {
  key: string;
  failedAt: Date | null;
  amount: number;
  reason: string;
  refundNumber: string;
  orderCode: string;
}

/** Returns movements of refunds that the gateway or the bank could not carry out, oldest first. */
export const failedRefunds = (db: Queryable, limit: number): Promise<FailedRefund[]> =>
  db.rows(
    `select m.key, m.settled_at as "failedAt", m.amount, m.reason, r.code as "refundNumber", o.code as "orderCode"
     from refunds r
       join refund_movements m on m.refund_id = r.id and m.status = 'failed'
       join orders o on o.id = r.order_id
     where r.status = 'problem'
     order by m.settled_at, m.id
     limit $1`,
    [limit],
  );

/** Returns refunds to cards whose answer was lost at a gateway that cannot be queried, oldest first. */
export const unclearRefunds = (
  db: Queryable,
  limit: number,
): Promise<
  { key: string; since: Date; amount: number; gateway: string; refundNumber: string | null; orderCode: string }[]
> =>
  db.rows(
    `select m.key, m.unclear_at as since, m.amount, m.gateway, r.code as "refundNumber", o.code as "orderCode"
     from refund_movements m
       left join refunds r on r.id = m.refund_id
       join receipts arrived on arrived.id = m.receipt_id
       join orders o on o.id = coalesce(r.order_id, arrived.order_id)
     where m.status = 'pending' and m.unclear_at is not null
     order by m.unclear_at, m.id
     limit $1`,
    [limit],
  );

/** Counts the mails that wait for the mail server, with the reason of the last one. */
export async function heldMails(db: Queryable): Promise<{ count: number; reason: string | null }> {
  const row = await db.row<{ count: number; reason: string | null }>(
    `select count(*) as count, (array_agg(last_error order by id desc))[1] as reason
     from mails where status = 'waiting' and excused > 0 and is_held`,
  );
  return row!;
}

/** Returns refunds that customers requested and nobody has decided, oldest first. */
export const refundRequests = (
  db: Queryable,
  limit: number,
): Promise<{ code: string; orderCode: string; total: number; createdAt: Date }[]> =>
  db.rows(
    `select r.code, o.code as "orderCode", r.total, r.created_at as "createdAt"
     from refunds r join orders o on o.id = r.order_id
     where r.status = 'active'
     order by r.created_at, r.id
     limit $1`,
    [limit],
  );

/** Returns the names of buyers by order code. */
export async function buyersOf(db: Queryable, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ code: string; name: string }>(
    'select code, customer_name as name from orders where code = any($1)',
    [codes],
  );
  return new Map(rows.map(({ code, name }) => [code, name]));
}
