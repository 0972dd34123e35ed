import type { Queryable, Tx } from '#platform/db/db.ts';

/** An instalment at one moment. Amounts in minor units. */
export interface InstalmentState {
  readonly amount: number;
  readonly waivedAmount: number;
  readonly paidAmount: number;
  /** ISO, because it is kept as JSON. */
  readonly dueAt: string;
}

export interface ChangedInstalment {
  readonly paymentId: number;
  readonly reference: string;
  /** Null if the change created the instalment. */
  readonly before: InstalmentState | null;
  readonly after: InstalmentState;
}

export interface PlanChange {
  readonly id: number;
  readonly orderId: number;
  readonly kind: 'moved' | 'split' | 'waived';
  readonly instalments: readonly ChangedInstalment[];
  readonly changedAt: Date;
}

/** Returns the change's id. Needs the order's lock, as do all writes here. */
export const recordChange = async (
  tx: Tx,
  { orderId, kind, instalments }: Omit<PlanChange, 'id' | 'changedAt'>,
  now: Date,
): Promise<number> =>
  (await tx.row<{ id: number }>(
    'insert into plan_changes (order_id, kind, parts, changed_at) values ($1, $2, $3, $4) returning id',
    [orderId, kind, JSON.stringify(instalments), now],
  ))!.id;

/** Returns the last change of an order that was not undone. Only that one can be undone. */
export const lastChange = (db: Queryable, orderId: number): Promise<PlanChange | undefined> =>
  db.row(
    `select id, order_id as "orderId", kind, parts as instalments, changed_at as "changedAt"
     from plan_changes
     where order_id = $1 and undone_at is null
     order by id desc
     limit 1`,
    [orderId],
  );

export const markChangeUndone = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run('update plan_changes set undone_at = $2 where id = $1', [id, now]);

/**
 * Whether anything refers to an instalment that a split created: somebody has begun to pay it, or its card was charged.
 */
export const isInstalmentUsed = async (tx: Tx, paymentId: number): Promise<boolean> =>
  (await tx.row(
    `select 1
     where exists (select from payment_attempts where payment_id = $1)
       or exists (select from receipts where payment_id = $1)
       or exists (select from receipt_shares where payment_id = $1)
       or exists (select from instalment_charges where payment_id = $1 and tries > 0)`,
    [paymentId],
  )) !== undefined;

/** Deletes what this feature knows about an instalment that is being deleted. */
export async function forgetInstalment(tx: Tx, paymentId: number): Promise<void> {
  await tx.run('delete from instalment_charges where payment_id = $1', [paymentId]);
  await tx.run('delete from moved_instalments where payment_id = $1', [paymentId]);
}
