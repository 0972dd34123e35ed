import { randomBytes } from 'node:crypto';
import type { Db, Queryable } from '#platform/db/db.ts';
import { queueMessage } from './sandbox-callback-store.ts';
import { type CardBehaviour, cardById, saveCard, savedMethodOf } from './sandbox-card-store.ts';

export interface SandboxPayment {
  id: string;
  merchantReference: string;
  amount: number;
  currency: string;
  description: string;
  returnUrl: string;
  callbackUrl: string;
  status: 'open' | 'processing' | 'paid' | 'declined' | 'cancelled' | 'expired';
  outcome: string | null;
  transaction: string | null;
  expiresAt: Date;
  /** The payer's account at the shop; null if the shop did not send it. */
  customer: string | null;
  /** The buyer agreed that the card is saved. */
  savesCard: boolean;
  cardId: string | null;
}

const outcomes = ['paid', 'declined', 'cancelled', 'delayed', 'lost'] as const;
export type Outcome = (typeof outcomes)[number];
export const isOutcome = (text: unknown): text is Outcome => outcomes.includes(text as Outcome);

/** The time in milliseconds from pressing the button to the arrival of delayed money. */
const DELAY_MS = 60_000;

const columns = `id, merchant_reference as "merchantReference", amount, currency, description, return_url as "returnUrl",
  callback_url as "callbackUrl", status, outcome, transaction, expires_at as "expiresAt", customer,
  save_card as "savesCard", card_id as "cardId"`;

export interface NewSandboxPayment {
  reference: string;
  amount: number;
  currency: string;
  description: string;
  returnUrl: string;
  callbackUrl: string;
  expiresAt: Date;
  customer: string | null;
  savesCard: boolean;
}

/**
 * Opens a payment. The same reference always returns the same payment. One that was closed before its form arrived
 * stays closed.
 */
export async function openPayment(db: Queryable, wanted: NewSandboxPayment, now: Date): Promise<SandboxPayment> {
  const opened = await db.row<SandboxPayment>(
    `insert into sandbox_payments (id, merchant_reference, amount, currency, description, return_url, callback_url,
       status, created_at, expires_at, customer, save_card)
     values ($1, $2, $3, $4, $5, $6, $7, 'open', $8, $9, $10, $11)
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
      wanted.customer,
      wanted.savesCard,
    ],
  );
  return opened ?? ((await paymentByReference(db, wanted.reference)) as SandboxPayment);
}

export const paymentById = (db: Queryable, id: string): Promise<SandboxPayment | undefined> =>
  db.row(`select ${columns} from sandbox_payments where id = $1`, [id]);

const paymentByReference = (db: Queryable, reference: string): Promise<SandboxPayment | undefined> =>
  db.row(`select ${columns} from sandbox_payments where merchant_reference = $1`, [reference]);

export async function expirePayment(db: Queryable, reference: string, now: Date): Promise<SandboxPayment | undefined> {
  await db.run(
    `update sandbox_payments set status = 'expired' where merchant_reference = $1 and status = 'open' and expires_at <= $2`,
    [reference, now],
  );
  return paymentByReference(db, reference);
}

/**
 * Closes the payment and returns it. If its form has not arrived yet, a closed row with placeholders (no
 * `callback_url`, an amount of 1) makes it unpayable.
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
 * Decides a payment's outcome. Only an open payment can be decided; a second press returns the first outcome. The
 * callback is queued in the same transaction.
 */
export async function decide(
  db: Db,
  id: string,
  outcome: Outcome,
  now: Date,
  /** How the card behaves later, if it is saved. */
  behaviour: CardBehaviour = 'pays',
): Promise<SandboxPayment | undefined> {
  return db.transaction(async (tx) => {
    const payment = await tx.row<SandboxPayment>(`select ${columns} from sandbox_payments where id = $1 for update`, [
      id,
    ]);
    if (payment?.status !== 'open') return payment;
    if (payment.expiresAt <= now) return expirePayment(tx, payment.merchantReference, now);
    const moved = outcome === 'paid' || outcome === 'lost';
    const status = moved ? 'paid' : outcome === 'delayed' ? 'processing' : outcome;
    const card =
      payment.savesCard && payment.customer && (moved || outcome === 'delayed')
        ? await saveCard(tx, payment.customer, behaviour, now)
        : null;
    const decided = (await tx.row<SandboxPayment>(
      `update sandbox_payments
       set status = $2, outcome = $3, transaction = $4, arrives_at = $5, card_id = $6
       where id = $1
       returning ${columns}`,
      [
        id,
        status,
        outcome,
        moved ? newTransaction() : null,
        outcome === 'delayed' ? new Date(now.getTime() + DELAY_MS) : null,
        card?.id ?? null,
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

async function queueCallback(db: Queryable, payment: SandboxPayment, now: Date): Promise<void> {
  const card = payment.cardId ? await cardById(db, payment.cardId) : undefined;
  const content = {
    reference: payment.merchantReference,
    status: payment.status,
    transaction: payment.transaction,
    amount: payment.amount,
    currency: payment.currency,
    ...(card && { paid_with: card.label }),
    ...(card?.isUsable && { saved_card: savedMethodOf(card) }),
  };
  await queueMessage(db, payment.id, content, now);
}

const newTransaction = () => `sbx_${randomBytes(12).toString('base64url')}`;
