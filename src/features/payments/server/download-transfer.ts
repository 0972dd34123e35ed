import { isPayable } from '#features/orders/domain/payment-status.ts';
import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import { type OrderRow, orderByCode, paymentsOf } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { orderHasActiveRefund } from '#features/tickets/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import type { DocumentRefusal } from '#platform/http/document-link.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { opensLink } from '#platform/secrets/link-codes.ts';
import { openTransferOf, transferOfInstalment } from '../domain/next-step.ts';
import { stepOrderOf } from './step-order.ts';
import { transferPdf } from './transfer-document.ts';

export interface TransferParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly limits?: Limits;
}

interface WantedTransfer {
  readonly order: string;
  /** The checksum in the order's payment link. */
  readonly checksum: string;
  /** The order's code, or the reference of an instalment. */
  readonly reference: string;
  readonly network: string;
}

/** Returns the details of an open transfer as a PDF. Needs the link, but no login. */
export async function downloadTransfer(
  parts: TransferParts,
  wanted: WantedTransfer,
  now: Date,
): Promise<Result<{ filename: string; content: Buffer }, DocumentRefusal>> {
  const { db, limits = defaultLimits } = parts;
  const counts = [
    [limits['transfer-network'], wanted.network],
    // Counted per full link, so that somebody who only knows the order's code cannot use up its owner's downloads.
    [limits['transfer-order'], `${wanted.order} ${wanted.checksum}`],
  ] as const;
  for (const [limit, subject] of counts) {
    const answer = await countAttempt(db, limit, subject, now);
    if (!answer.allowed) return refuse({ kind: 'too_many_attempts', waitSeconds: answer.retryAfterSeconds });
  }
  const order = await orderByCode(db, wanted.order);
  if (!opensLink(order, 'payment', wanted.checksum)) return refuse({ kind: 'not_available' });
  const { public: shop } = await parts.loadShop();
  const transfer = await openTransfer(db, order, wanted.reference, shop, now);
  if (!transfer || !shop.shopPaymentBankTransferAccount) return refuse({ kind: 'not_available' });
  return ok({
    filename: `transfer-${transfer.code}.pdf`,
    content: await transferPdf({ shop, orderCode: order.code, transfer }, now),
  });
}

/** Returns the transfer that the order's page shows for the order or the instalment; null if none is open. */
async function openTransfer(db: Db, order: OrderRow, reference: string, shop: Shop['public'], now: Date) {
  const [rows, hasActiveRefund] = await Promise.all([paymentsOf(db, [order.id]), orderHasActiveRefund(db, order.id)]);
  if (hasActiveRefund) return null;
  const view = {
    ...stepOrderOf(order, rows, shop.timezone, now),
    takes_transfers: order.hasPaymentPlan && takesTransfers(order.billingCountry, shop),
  };
  const open = openTransferOf(view);
  if (!open || reference === order.code) return open;
  const part = view.payments.find((one) => one.reference === reference && isPayable(one.payment_status));
  return part ? transferOfInstalment(view, part) : null;
}
