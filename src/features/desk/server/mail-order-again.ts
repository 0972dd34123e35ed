import {
  linesOf,
  lockOrder,
  mailOrderEnded,
  mailOrdersReceived,
  mailPaymentReceived,
  type OrderMailParts,
  type OrderRow,
  orderByCode,
  paymentsOf,
} from '#features/orders/server/public.ts';
import { type AuditPrivate, writeAudit } from '#features/staff/server/public.ts';
import { mailTermsToAccept } from '#features/terms/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type SendStoredRefusal, sendStoredMails } from './send-stored.ts';

export type OrderMailKind =
  | 'order-received'
  | 'payment-received'
  | 'order-cancelled'
  | 'order-abandoned'
  | 'terms-to-accept';

interface MailParts {
  mailParts(tx: Tx): Promise<OrderMailParts>;
}

export interface MailOrderAgain {
  readonly code: string;
  readonly actor: Actor;
  /** Ids of stored mails, to be sent word for word. */
  readonly mails?: readonly number[];
  /** Whether to write the mails that fit the order's current status. Implied if there are no stored mails. */
  readonly current?: boolean;
  /** Where the stored mails go. '': each to the address to which it was sent. */
  readonly to?: string;
  /** Why they may go to an address that does not belong to the order; null if the actor has no permission for that. */
  readonly elsewhere?: { readonly reason: string } | null;
  /** Recorded with an address that does not belong to the order. */
  readonly private?: AuditPrivate;
}

export type MailOrderAgainRefusal =
  | SendStoredRefusal
  | { kind: 'unknown_order' }
  /** A mail about the current status is written for the order's customer. */
  | { kind: 'only_for_customer' };

interface SentAgain {
  /** In the order of the mails. */
  readonly kinds: readonly string[];
  /** Each is listed once. */
  readonly recipients: readonly string[];
}

/**
 * Sends an order's mails again: those that fit its current status, or stored ones. If one of them is refused, none is
 * sent.
 */
export async function mailOrderAgain(
  db: Db,
  parts: MailParts,
  wanted: MailOrderAgain,
  now: Date,
): Promise<Result<SentAgain, MailOrderAgainRefusal>> {
  const { mails = [], to = '', current = false, elsewhere = null } = wanted;
  return await db.transaction(async (tx): Promise<Result<SentAgain, MailOrderAgainRefusal>> => {
    const seen = await orderByCode(tx, wanted.code);
    if (!seen) return refuse({ kind: 'unknown_order' });
    const order = (await lockOrder(tx, seen.id))!;
    const kinds: string[] = [];
    const recipients = new Set<string>();
    if (current || mails.length === 0) {
      if (to !== '') return refuse({ kind: 'only_for_customer' });
      kinds.push(...(await mailStatus(tx, parts, order, now)));
      recipients.add(order.customerEmail);
      const entry = {
        actor: wanted.actor,
        action: 'order.mailed_again',
        subject: order.code,
        details: { kinds: [...kinds] },
      } as const;
      await writeAudit(tx, entry, now);
    }
    if (mails.length > 0) {
      const sent = await sendStoredMails(tx, order, { ...wanted, mails, to, elsewhere }, now);
      if (!sent.ok) return sent;
      for (const { kind, recipient } of sent.value) {
        kinds.push(kind);
        recipients.add(recipient);
      }
    }
    return ok({ kinds, recipients: [...recipients] });
  });
}

/** Writes the mails that fit the order's current status. Returns their kinds. */
async function mailStatus(tx: Tx, parts: MailParts, order: OrderRow, now: Date): Promise<OrderMailKind[]> {
  const again = { ...(await parts.mailParts(tx)), again: true };
  const kinds: OrderMailKind[] = [];
  const { paymentStatus: status } = order;
  const hasEnded = status === 'cancelled' || status === 'abandoned';
  if (hasEnded) {
    await mailOrderEnded(tx, again, order, now);
    kinds.push(`order-${status}`);
  } else if (status === 'paid') {
    await mailPaymentReceived(tx, again, { order, shares: [] }, now);
    kinds.push('payment-received');
  } else {
    const contents = { lines: await linesOf(tx, [order.id]), payments: await paymentsOf(tx, [order.id]) };
    await mailOrdersReceived(tx, again, [{ order, ...contents }], now);
    kinds.push('order-received');
  }
  if (!hasEnded && order.termsAcceptedAt === null) {
    await mailTermsToAccept(tx, again, order, now);
    kinds.push('terms-to-accept');
  }
  return kinds;
}
