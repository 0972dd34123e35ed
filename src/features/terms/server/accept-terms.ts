import { lockOrder, type OrderRow, orderByCode, writeAcceptance } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { opensLink } from '#platform/secrets/link-codes.ts';
import { type AcceptRefusal, whyNotAccept } from '../domain/may-accept.ts';
import { mailTermsAccepted } from './terms-mails.ts';
import { isFullyRefunded } from './terms-store.ts';

export interface TermsParts {
  readonly db: Db;
  readonly shop: Shop;
  readonly shopUrl: string;
}

export interface Acceptance {
  readonly order: string;
  readonly checksum: string;
  /** The version that the customer read; null for the current one. */
  readonly version: string | null;
  /** The logged-in customer, if any. */
  readonly customerId: number | null;
}

/** Returns the order if the link's checksum is right. */
export async function orderByLink(
  db: Queryable,
  link: { readonly order: string; readonly checksum: string },
): Promise<OrderRow | null> {
  const order = await orderByCode(db, link.order);
  return opensLink(order, 'terms', link.checksum) ? order : null;
}

/**
 * Accepts the current terms for an order, in one transaction with the mail about what happens next. Repeated calls
 * return the same answer, keep the first acceptance and send no second mail.
 */
export async function acceptTerms(
  { db, shop, shopUrl }: TermsParts,
  acceptance: Acceptance,
  now: Date,
): Promise<Result<null, AcceptRefusal | { readonly kind: 'unknown' }>> {
  const found = await orderByLink(db, acceptance);
  if (!found) return refuse({ kind: 'unknown' });
  return db.transaction(async (tx) => {
    const order = (await lockOrder(tx, found.id))!;
    const isAccepted = order.termsAcceptedAt !== null;
    if (isAccepted) return ok(null);
    const refusal = whyNotAccept({
      paymentStatus: order.paymentStatus,
      isAccepted,
      isFullyRefunded: await isFullyRefunded(tx, order.id),
    });
    if (refusal) return refuse(refusal);
    if (acceptance.version !== null && acceptance.version !== shop.public.termsVersion) {
      return refuse({ kind: 'terms_changed' });
    }
    const via = acceptance.customerId === order.customerId ? 'portal' : 'link';
    await writeAcceptance(tx, order.id, { versionId: shop.private.termsVersionId, via }, now);
    await mailTermsAccepted(tx, { shop, shopUrl }, (await lockOrder(tx, order.id))!, now);
    return ok(null);
  });
}
