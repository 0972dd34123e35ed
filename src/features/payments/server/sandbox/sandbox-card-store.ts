import { randomBytes } from 'node:crypto';
import type { Db, Queryable } from '#platform/db/db.ts';
import type { ChargeRequest, ChargeUpdate, SavedMethod } from '../gateway.ts';
import { queueFact, queueMessage } from './sandbox-callback-store.ts';

/** What happens when the shop charges the card. */
const cardBehaviours = ['pays', 'declines', 'needs_customer'] as const;
export type CardBehaviour = (typeof cardBehaviours)[number];
export const isCardBehaviour = (text: unknown): text is CardBehaviour => cardBehaviours.includes(text as CardBehaviour);

export interface SandboxCard {
  id: string;
  customer: string;
  label: string;
  expires: string;
  behaviour: CardBehaviour;
  isUsable: boolean;
}

const columns = 'id, customer, label, expires, behaviour, is_usable as "isUsable"';

export const savedMethodOf = (card: SandboxCard): SavedMethod => ({
  gatewayCustomer: card.customer,
  id: card.id,
  label: card.label,
  expires: card.expires,
});

export const cardById = (db: Queryable, id: string): Promise<SandboxCard | undefined> =>
  db.row(`select ${columns} from sandbox_cards where id = $1`, [id]);

export async function saveCard(
  db: Queryable,
  customer: string,
  behaviour: CardBehaviour,
  now: Date,
): Promise<SandboxCard> {
  const digits = { pays: '4242', declines: '0002', needs_customer: '3220' }[behaviour];
  const expires = `${now.getUTCFullYear() + 2}-12`;
  return (await db.row<SandboxCard>(
    `insert into sandbox_cards (id, customer, label, expires, behaviour)
     values ($1, $2, $3, $4, $5)
     returning ${columns}`,
    [`sbc_${randomBytes(12).toString('base64url')}`, customer, `Sandbox •••• ${digits}`, expires, behaviour],
  )) as SandboxCard;
}

/** Charges a card. The same reference is charged once. */
export async function chargeCard(db: Db, request: ChargeRequest, now: Date): Promise<ChargeUpdate> {
  return db.transaction(async (tx) => {
    await tx.run('select 1 from sandbox_cards where id = $1 for update', [request.method.id]);
    const before = await paidCharge(tx, request.reference);
    if (before) return before;
    const card = await cardById(tx, request.method.id);
    if (!card?.isUsable) return { status: 'declined', reason: 'the card was removed', again: false };
    if (card.behaviour === 'declines') return { status: 'declined', reason: 'insufficient funds', again: true };
    if (card.behaviour === 'needs_customer') {
      return { status: 'needs_customer', reason: 'the bank wants the cardholder to confirm' };
    }
    const payment = (await tx.row<{ id: string; transaction: string }>(
      `insert into sandbox_payments (id, merchant_reference, amount, currency, description, return_url, callback_url,
         status, transaction, created_at, expires_at, card_id)
       values ($1, $2, $3, $4, $5, '', $6, 'paid', $7, $8, $8, $9)
       returning id, transaction`,
      [
        randomBytes(16).toString('base64url'),
        request.reference,
        request.amount,
        request.currency,
        request.description,
        request.callbackUrl,
        `sbx_${randomBytes(12).toString('base64url')}`,
        now,
        card.id,
      ],
    ))!;
    const { amount, currency, reference } = request;
    const { transaction } = payment;
    await queueMessage(tx, payment.id, { reference, status: 'paid', transaction, amount, currency }, now);
    return { status: 'paid', transaction, amount, currency, paidWith: card.label };
  });
}

async function paidCharge(db: Queryable, reference: string): Promise<ChargeUpdate | undefined> {
  const paid = await db.row<{ transaction: string; amount: number; currency: string }>(
    `select transaction, amount, currency from sandbox_payments
     where merchant_reference = $1 and status = 'paid'`,
    [reference],
  );
  return paid && { status: 'paid', ...paid };
}

/** Removes a card, for the shop or for the card's owner at the sandbox. Notifies the shop. */
export async function removeCard(db: Db, cardId: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const card = await tx.row<SandboxCard>(
      `update sandbox_cards set is_usable = false where id = $1 and is_usable returning ${columns}`,
      [cardId],
    );
    const payment =
      card &&
      (await tx.row<{ id: string }>(
        `select id from sandbox_payments where card_id = $1 and callback_url <> '' order by created_at limit 1`,
        [cardId],
      ));
    if (card && payment) {
      const { id, label, expires } = card;
      await queueFact(tx, payment.id, { about: 'method', id, isUsable: false, label, expires }, now);
    }
  });
}
