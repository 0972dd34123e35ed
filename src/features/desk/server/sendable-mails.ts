import { orderByCode } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { mailsOfOrder, type OrderMail } from '#platform/mail/outbox-store.ts';
import { addressesOf } from './copy-mail.ts';

/** If an order has more mails than this, only the latest are offered. */
const MAX_MAILS = 100;

export interface SendableMails {
  /** Newest first. */
  readonly mails: readonly OrderMail[];
  readonly addresses: readonly string[];
}

/**
 * Returns the mails about an order that can be sent again, and the addresses that belong to the order. Null if there is
 * no such order.
 */
export async function sendableMails(db: Queryable, code: string): Promise<SendableMails | null> {
  const order = await orderByCode(db, code);
  if (!order) return null;
  const mails = await mailsOfOrder(db, order.id, MAX_MAILS);
  return {
    mails: mails.filter(({ html, draft }) => html !== null || draft !== null),
    addresses: await addressesOf(db, order),
  };
}
