import { randomBytes } from 'node:crypto';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { queueFact } from './sandbox-callback-store.ts';
import type { SandboxFact } from './sandbox-fact-message.ts';

/** The time in milliseconds from the request to the arrival of a refund that is not done at once. */
const REFUND_DELAY_MS = 60_000;
const DISPUTE_ANSWER_MS = 7 * 24 * 3_600_000;

export interface SandboxRefund {
  id: string;
  key: string | null;
  paymentId: string;
  amount: number;
  status: 'pending' | 'done' | 'failed';
  reason: string;
}

export interface SandboxDispute {
  id: string;
  paymentId: string;
  amount: number;
  state: 'open' | 'money_taken' | 'won' | 'lost';
  answerBy: Date;
}

interface PaidPayment {
  id: string;
  amount: number;
  currency: string;
  transaction: string;
  refunded: number;
  /** The money was taken, or is held back until the dispute is decided. */
  disputed: number;
}

const refundColumns = 'id, key, sandbox_payment_id as "paymentId", amount, status, reason';
const disputeColumns = 'id, sandbox_payment_id as "paymentId", amount, state, answer_by as "answerBy"';

const lockPaid = async (tx: Tx, by: 'id' | 'transaction', value: string): Promise<PaidPayment | undefined> => {
  await tx.run(`select 1 from sandbox_payments where ${by} = $1 for update`, [value]);
  return tx.row(
    `select p.id, p.amount, p.currency, p.transaction,
       (select coalesce(sum(r.amount), 0) from sandbox_refunds r
        where r.sandbox_payment_id = p.id and r.status <> 'failed')::bigint as refunded,
       (select coalesce(sum(d.amount), 0) from sandbox_disputes d
        where d.sandbox_payment_id = p.id and d.state <> 'won')::bigint as disputed
     from sandbox_payments p
     where p.${by} = $1 and p.transaction is not null`,
    [value],
  );
};

/**
 * Refunds a payment. The same key returns the same refund. A refund larger than what is left fails. Null for an
 * unknown payment.
 */
export async function refundPayment(
  db: Db,
  wanted: {
    key: string | null;
    payment: { id: string } | { transaction: string };
    amount: number;
    isDoneAtOnce: boolean;
  },
  now: Date,
): Promise<SandboxRefund | null> {
  return db.transaction(async (tx) => {
    const paid =
      'id' in wanted.payment
        ? await lockPaid(tx, 'id', wanted.payment.id)
        : await lockPaid(tx, 'transaction', wanted.payment.transaction);
    if (!paid) return null;
    const before = wanted.key === null ? undefined : await refundByKey(tx, wanted.key);
    if (before) return before;
    const isTooMuch = wanted.amount > paid.amount - paid.refunded - paid.disputed;
    const status = isTooMuch ? 'failed' : wanted.isDoneAtOnce ? 'done' : 'pending';
    const refund = (await tx.row<SandboxRefund>(
      `insert into sandbox_refunds (id, key, sandbox_payment_id, amount, status, reason, created_at, arrives_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       returning ${refundColumns}`,
      [
        `sbr_${randomBytes(12).toString('base64url')}`,
        wanted.key,
        paid.id,
        wanted.amount,
        status,
        isTooMuch ? 'more than is left of the payment' : '',
        now,
        status === 'pending' ? new Date(now.getTime() + REFUND_DELAY_MS) : null,
      ],
    )) as SandboxRefund;
    await queueFact(tx, paid.id, refundFact(refund, paid), now);
    return refund;
  });
}

export const refundByKey = (db: Queryable, key: string): Promise<SandboxRefund | undefined> =>
  db.row(`select ${refundColumns} from sandbox_refunds where key = $1`, [key]);

/** Ends a refund. A refund that was done can still fail, for example because the payer's account is closed. */
export async function endRefund(
  db: Db,
  refundId: string,
  to: { status: 'done' } | { status: 'failed'; reason: string },
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const refund = await tx.row<SandboxRefund>(
      `update sandbox_refunds
       set status = $2, reason = $3, arrives_at = null
       where id = $1 and status <> 'failed' and status <> $2
       returning ${refundColumns}`,
      [refundId, to.status, to.status === 'failed' ? to.reason : ''],
    );
    const paid = refund && (await lockPaid(tx, 'id', refund.paymentId));
    if (refund && paid) await queueFact(tx, paid.id, refundFact(refund, paid), now);
  });
}

export const refundsArriving = (db: Queryable, now: Date): Promise<{ id: string }[]> =>
  db.rows(`select id from sandbox_refunds where status = 'pending' and arrives_at <= $1 order by arrives_at limit 20`, [
    now,
  ]);

const refundFact = (refund: SandboxRefund, { transaction, currency }: PaidPayment): SandboxFact => ({
  about: 'refund',
  id: refund.id,
  key: refund.key,
  transaction,
  amount: refund.amount,
  currency,
  update: refund.status === 'failed' ? { status: 'failed', reason: refund.reason } : { status: refund.status },
});

/** Opens, decides or reopens a dispute about all of a payment: banks do not subtract what was refunded before. */
export async function disputePayment(
  db: Db,
  paymentId: string,
  state: SandboxDispute['state'],
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const paid = await lockPaid(tx, 'id', paymentId);
    if (!paid) return;
    const dispute = (await tx.row<SandboxDispute>(
      `insert into sandbox_disputes (id, sandbox_payment_id, amount, state, answer_by)
       values ($1, $2, $3, $4, $5)
       on conflict (sandbox_payment_id) do update set state = excluded.state
       returning ${disputeColumns}`,
      [
        `sbd_${randomBytes(12).toString('base64url')}`,
        paid.id,
        paid.amount,
        state,
        new Date(now.getTime() + DISPUTE_ANSWER_MS),
      ],
    )) as SandboxDispute;
    await queueFact(tx, paid.id, disputeFact(dispute, paid), now);
  });
}

const disputeFact = (dispute: SandboxDispute, { transaction, currency }: PaidPayment): SandboxFact => ({
  about: 'dispute',
  id: dispute.id,
  transaction,
  state: dispute.state,
  amount: dispute.amount,
  currency,
  answerBy: dispute.answerBy.toISOString(),
  reason: 'The cardholder does not recognise the payment.',
});

/** Returns the current facts about a payment's refunds and dispute, or about one of them. */
export async function moneyFacts(
  db: Queryable,
  by: { reference: string } | { refund: string } | { dispute: string },
): Promise<SandboxFact[]> {
  const [column, value] = Object.entries(by)[0] as [keyof typeof matching, string];
  const payments = await db.rows<PaidPayment>(
    `select id, amount, currency, transaction, 0 as refunded, 0 as disputed
     from sandbox_payments p
     where transaction is not null and ${matching[column]}`,
    [value],
  );
  const facts: SandboxFact[] = [];
  for (const paid of payments) {
    const refunds = await db.rows<SandboxRefund>(
      `select ${refundColumns} from sandbox_refunds where sandbox_payment_id = $1 order by created_at, id`,
      [paid.id],
    );
    const disputes = await db.rows<SandboxDispute>(
      `select ${disputeColumns} from sandbox_disputes where sandbox_payment_id = $1`,
      [paid.id],
    );
    facts.push(...refunds.map((refund) => refundFact(refund, paid)));
    facts.push(...disputes.map((dispute) => disputeFact(dispute, paid)));
  }
  return facts;
}

const matching = {
  reference: 'merchant_reference = $1',
  refund: 'id = (select sandbox_payment_id from sandbox_refunds where id = $1)',
  dispute: 'id = (select sandbox_payment_id from sandbox_disputes where id = $1)',
};
