import type { Queryable, Tx } from '#platform/db/db.ts';
import type { DisputeState } from '../domain/dispute-state.ts';

export interface DisputeRow {
  id: number;
  gateway: string;
  disputeId: string;
  transaction: string;
  receiptId: number | null;
  state: DisputeState;
  /** Minor units of `currency`, like `taken`. */
  amount: number;
  currency: string;
  answerBy: Date | null;
  reason: string;
  /** The money that the gateway has taken and not returned. */
  taken: number;
  /** How often the gateway has taken money. */
  takings: number;
  /** Ids of the orders that have the status problem because of this dispute. */
  frozenOrders: number[];
  openedAt: Date;
}

const columns = `d.id, d.gateway, d.dispute_id as "disputeId", d.transaction, d.receipt_id as "receiptId", d.state, d.amount,
  d.currency, d.answer_by as "answerBy", d.reason, d.taken, d.takings, to_jsonb(d.frozen_orders) as "frozenOrders",
  d.opened_at as "openedAt"`;

export type NewDispute = Omit<DisputeRow, 'id' | 'receiptId' | 'taken' | 'takings' | 'frozenOrders' | 'openedAt'>;

/** Returns the dispute, locked, and whether it is new. Lock its receipt's orders first. */
export async function lockOrInsertDispute(
  tx: Tx,
  dispute: NewDispute,
  now: Date,
): Promise<{ dispute: DisputeRow; isNew: boolean }> {
  const written = await tx.run(
    `insert into disputes (gateway, dispute_id, transaction, state, amount, currency, answer_by, reason, opened_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (gateway, dispute_id) do nothing`,
    [
      dispute.gateway,
      dispute.disputeId,
      dispute.transaction,
      dispute.state,
      dispute.amount,
      dispute.currency,
      dispute.answerBy,
      dispute.reason,
      now,
    ],
  );
  const row = await tx.row<DisputeRow>(
    `select ${columns} from disputes d where d.gateway = $1 and d.dispute_id = $2 for update`,
    [dispute.gateway, dispute.disputeId],
  );
  return { dispute: row!, isNew: written > 0 };
}

/** Call it under the dispute's lock. */
export async function saveDispute(tx: Tx, dispute: DisputeRow, now: Date): Promise<void> {
  await tx.run(
    `update disputes
     set receipt_id = $2, state = $3, amount = $4, answer_by = $5, reason = $6, taken = $7, takings = $8,
       frozen_orders = $9, changed_at = $10
     where id = $1`,
    [
      dispute.id,
      dispute.receiptId,
      dispute.state,
      dispute.amount,
      dispute.answerBy,
      dispute.reason,
      dispute.taken,
      dispute.takings,
      dispute.frozenOrders,
      now,
    ],
  );
}

/**
 * Whether another dispute that is not won has frozen the order, or is about a payment that counts for it. Call it under
 * the order's lock.
 */
export const hasOtherDispute = async (tx: Tx, orderId: number, disputeId: number): Promise<boolean> =>
  (await tx.row(
    `select 1
     from disputes d
     where d.id <> $2
       and d.state <> 'won'
       and ($1 = any(d.frozen_orders) or exists (
         select from receipt_shares s join payments p on p.id = s.payment_id
         where s.receipt_id = d.receipt_id and p.order_id = $1
       ))`,
    [orderId, disputeId],
  )) !== undefined;

/** Call it under the order's lock. */
export const isFrozenByAnother = async (tx: Tx, orderId: number, disputeId: number): Promise<boolean> =>
  (await tx.row('select 1 from disputes where id <> $2 and $1 = any(frozen_orders)', [orderId, disputeId])) !==
  undefined;

export interface ListedDispute extends DisputeRow {
  orderCode: string | null;
  /** The part of its payment that went back, or is going back, to the card in another way. */
  refunded: number;
}

/** Undecided disputes, the earliest deadline first and those without one last; then, with `all`, the decided ones. */
export const listDisputes = (
  db: Queryable,
  { all, limit }: { readonly all: boolean; readonly limit: number },
): Promise<ListedDispute[]> =>
  db.rows(
    `select ${columns}, o.code as "orderCode", (
       select coalesce(sum(m.amount), 0)::bigint
       from refund_movements m
       where m.receipt_id = d.receipt_id and m.gateway is not null and m.status in ('pending', 'done')
     ) as refunded
     from disputes d
     left join receipts r on r.id = d.receipt_id
     left join orders o on o.id = r.order_id
     where ${all ? 'true' : `d.state in ('open', 'money_taken')`}
     order by d.state in ('won', 'lost'), d.answer_by nulls last, d.id
     limit $1`,
    [limit],
  );
