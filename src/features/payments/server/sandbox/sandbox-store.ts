import { randomBytes } from 'node:crypto';
import type { Db, Queryable } from '#platform/db/db.ts';

export interface SandboxPayment {
  id: string;
  merchant_reference: string;
  amount: number;
  currency: string;
  description: string;
  return_url: string;
  callback_url: string;
  status: 'open' | 'processing' | 'paid' | 'declined' | 'cancelled' | 'expired';
  outcome: string | null;
  transaction: string | null;
  expires_at: Date;
}

const outcomes = ['paid', 'declined', 'cancelled', 'delayed', 'lost'] as const;
export type Outcome = (typeof outcomes)[number];
export const isOutcome = (text: unknown): text is Outcome => outcomes.includes(text as Outcome);

/** From pressing the button to the arrival of delayed money. */
const DELAY_MS = 60_000;
/** After the last callback only a status query returns the outcome. */
const RETRY_AFTER_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000];

const columns = `id, merchant_reference, amount, currency, description, return_url, callback_url, status, outcome,
  transaction, expires_at`;

export interface NewSandboxPayment {
  reference: string;
  amount: number;
  currency: string;
  description: string;
  returnUrl: string;
  callbackUrl: string;
  expiresAt: Date;
}

/** The same reference always returns the same payment. One closed before it was opened stays closed. */
export async function openPayment(db: Queryable, wanted: NewSandboxPayment, now: Date): Promise<SandboxPayment> {
  const opened = await db.row<SandboxPayment>(
    `insert into sandbox_payments (id, merchant_reference, amount, currency, description, return_url, callback_url,
       status, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9)
     on conflict (merchant_reference) do update set
       amount = excluded.amount, currency = excluded.currency, description = excluded.description,
       return_url = excluded.return_url, callback_url = excluded.callback_url
     where sandbox_payments.callback_url = ''
     returning ${columns}`,
    [
      randomBytes(16).toString('base64url'),
      wanted.reference,
      wanted.amount,
      wanted.currency,
      wanted.description,
      wanted.returnUrl,
      wanted.callbackUrl,
      now,
      wanted.expiresAt,
    ],
  );
  return opened ?? ((await paymentByReference(db, wanted.reference)) as SandboxPayment);
}

export const paymentById = (db: Queryable, id: string): Promise<SandboxPayment | undefined> =>
  db.row(`select ${columns} from sandbox_payments where id = $1`, [id]);

const paymentByReference = (db: Queryable, reference: string): Promise<SandboxPayment | undefined> =>
  db.row(`select ${columns} from sandbox_payments where merchant_reference = $1`, [reference]);

/** Returns the payment. */
export async function expirePayment(db: Queryable, reference: string, now: Date): Promise<SandboxPayment | undefined> {
  await db.run(
    `update sandbox_payments set status = 'expired' where merchant_reference = $1 and status = 'open' and expires_at <= $2`,
    [reference, now],
  );
  return paymentByReference(db, reference);
}

/**
 * Returns the payment. If its form has not arrived yet, a closed row with placeholders (no `callback_url`, an amount of
 * 1) makes it unpayable.
 */
export async function closePayment(db: Queryable, reference: string, now: Date): Promise<SandboxPayment> {
  await db.run(
    `insert into sandbox_payments (id, merchant_reference, amount, currency, description, return_url, callback_url,
       status, created_at, expires_at)
     values ($1, $2, 1, '', '', '', '', 'expired', $3, $3)
     on conflict (merchant_reference) do update set status = 'expired' where sandbox_payments.status = 'open'`,
    [randomBytes(16).toString('base64url'), reference, now],
  );
  return (await paymentByReference(db, reference)) as SandboxPayment;
}

/**
 * Only an open payment takes an outcome; a second press returns the first. The callback is queued in the same
 * transaction.
 */
export async function decide(db: Db, id: string, outcome: Outcome, now: Date): Promise<SandboxPayment | undefined> {
  return db.transaction(async (tx) => {
    const payment = await tx.row<SandboxPayment>(`select ${columns} from sandbox_payments where id = $1 for update`, [
      id,
    ]);
    if (payment?.status !== 'open') return payment;
    if (payment.expires_at <= now) return expirePayment(tx, payment.merchant_reference, now);
    const moved = outcome === 'paid' || outcome === 'lost';
    const status = moved ? 'paid' : outcome === 'delayed' ? 'processing' : outcome;
    const decided = (await tx.row<SandboxPayment>(
      `update sandbox_payments
       set status = $2, outcome = $3, transaction = $4, arrives_at = $5
       where id = $1
       returning ${columns}`,
      [
        id,
        status,
        outcome,
        moved ? newTransaction() : null,
        outcome === 'delayed' ? new Date(now.getTime() + DELAY_MS) : null,
      ],
    )) as SandboxPayment;
    if (outcome !== 'lost') await queueCallback(tx, decided, now);
    return decided;
  });
}

/** Returns the number of payments. */
export async function letDelayedMoneyArrive(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx.rows<SandboxPayment>(
      `select ${columns} from sandbox_payments
       where status = 'processing' and arrives_at <= $1
       limit 50
       for update skip locked`,
      [now],
    );
    for (const payment of due) {
      const paid = (await tx.row<SandboxPayment>(
        `update sandbox_payments set status = 'paid', transaction = $2 where id = $1 returning ${columns}`,
        [payment.id, newTransaction()],
      )) as SandboxPayment;
      await queueCallback(tx, paid, now);
    }
    return due.length;
  });
}

export interface DueCallback {
  id: number;
  body: string;
  tries: number;
  callback_url: string;
}

/** Under a lease, so that they fall due again if this process dies. */
export async function takeDueCallbacks(db: Queryable, now: Date): Promise<DueCallback[]> {
  return db.rows<DueCallback>(
    `update sandbox_callbacks c
     set tries = c.tries + 1, next_try_at = $2
     from sandbox_payments p
     where p.id = c.sandbox_payment_id
       and c.id = any(array(
         select id from sandbox_callbacks where next_try_at <= $1 order by id limit 20 for update skip locked
       ))
     returning c.id, c.body, c.tries, p.callback_url`,
    [now, new Date(now.getTime() + 30_000)],
  );
}

/** `tries` fences off a process whose lease has passed to another. */
export async function finishCallback(
  db: Queryable,
  callback: DueCallback,
  delivered: boolean,
  now: Date,
): Promise<void> {
  const pause = RETRY_AFTER_MS[callback.tries - 1];
  await db.run(
    `update sandbox_callbacks
     set next_try_at = $3, delivered_at = $4
     where id = $1 and tries = $2`,
    [
      callback.id,
      callback.tries,
      delivered || pause === undefined ? null : new Date(now.getTime() + pause),
      delivered ? now : null,
    ],
  );
}

async function queueCallback(db: Queryable, payment: SandboxPayment, now: Date): Promise<void> {
  const eventId = `event_${randomBytes(12).toString('base64url')}`;
  const body = JSON.stringify({
    event: eventId,
    reference: payment.merchant_reference,
    status: payment.status,
    transaction: payment.transaction,
    amount: payment.amount,
    currency: payment.currency,
  });
  await db.run(
    `insert into sandbox_callbacks (sandbox_payment_id, event_id, body, next_try_at) values ($1, $2, $3, $4)`,
    [payment.id, eventId, body, now],
  );
}

const newTransaction = () => `sbx_${randomBytes(12).toString('base64url')}`;
