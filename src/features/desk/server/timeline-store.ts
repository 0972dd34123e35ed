import type { Series } from '#features/invoices/domain/invoice-content.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { TimelineFacts } from '../domain/timeline.ts';

type Facts<Key extends 'attempts' | 'documents' | 'requests' | 'changes'> = TimelineFacts[Key][number];

/** Returns failed attempts to pay, newest first. */
export const failedAttempts = (db: Queryable, orderId: number, limit: number): Promise<Facts<'attempts'>[]> =>
  db.rows(
    `select coalesce(a.settled_at, a.created_at) as at, p.reference as payment, a.amount, a.status,
       a.decline_reason as reason,
       a.saved_method_id is not null as "isBySavedCard"
     from payments p
     join payment_attempts a on a.payment_id = p.id
     where p.order_id = $1 and a.status in ('declined', 'cancelled', 'expired', 'problem')
     order by a.id desc
     limit $2`,
    [orderId, limit],
  );

interface Declined {
  at: Date;
  /** The reference of the payment that the attempt was for. */
  payment: string;
  amount: number;
  /** In the provider's words; null if it gave none. */
  reason: string | null;
}

/** Returns the last attempt to pay the order by card, if it was declined. */
export async function declinedLast(db: Queryable, orderId: number): Promise<Declined | null> {
  const last = await db.row<Declined & { status: string }>(
    `select coalesce(a.settled_at, a.created_at) as at, p.reference as payment, a.amount,
       a.decline_reason as reason, a.status
     from payments p
     join payment_attempts a on a.payment_id = p.id
     where p.order_id = $1
     order by a.id desc
     limit 1`,
    [orderId],
  );
  return last?.status === 'declined'
    ? { at: last.at, payment: last.payment, amount: last.amount, reason: last.reason }
    : null;
}

export const documentsIssued = (
  db: Queryable,
  orderId: number,
  limit: number,
): Promise<(Facts<'documents'> & { series: Series })[]> =>
  db.rows(
    'select issued_at as at, code as number, series from invoices where order_id = $1 order by id desc limit $2',
    [orderId, limit],
  );

export const refundsRequested = (db: Queryable, orderId: number): Promise<Facts<'requests'>[]> =>
  db.rows('select created_at as at, code, total as amount from refunds where order_id = $1 and not by_operator', [
    orderId,
  ]);

export const changesOfTickets = (db: Queryable, orderId: number, limit: number): Promise<Facts<'changes'>[]> =>
  db.rows(
    `select change.changed_at as at, line.position, line.frozen ->> 'name' as item, change.kind, change.before, change.after
     from tickets ticket
     join order_lines line on line.id = ticket.order_line_id
     join ticket_changes change on change.ticket_id = ticket.id
     where ticket.order_id = $1
     order by change.id desc
     limit $2`,
    [orderId, limit],
  );
