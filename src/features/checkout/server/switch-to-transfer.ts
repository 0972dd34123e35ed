import { earliestBeginning, earliestEnd } from '#features/catalogue/domain/times-of-use.ts';
import {
  linesOf,
  lockOrder,
  mailSwitchedToTransfer,
  type OrderLineRow,
  type OrderRow,
  paymentsOf,
  setDueAt,
  switchMethod,
  timesOfLines,
} from '#features/orders/server/public.ts';
import {
  closeAttempt,
  type Gateways,
  openAttemptsOfOrder,
  type PaymentLink,
  paymentByLink,
  type SettleParts,
} from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { dueDate, payBy } from '../domain/payment-deadline.ts';
import { type SwitchableOrder, type SwitchRefusal, whyNotSwitchToTransfer } from '../domain/switch-to-transfer.ts';
import type { UnpaidLimits } from '../domain/unpaid-so-far.ts';
import { hasRoomForTransfer } from './unpaid-orders.ts';

export interface SwitchParts extends SettleParts {
  readonly shop: Shop;
  readonly shopUrl: string;
  readonly gateways: Gateways;
  onGatewayError(error: unknown): void;
  /** If absent, there is no limit. */
  readonly unpaid?: UnpaidLimits;
}

export type SwitchToTransferRefusal =
  | SwitchRefusal
  | { kind: 'unknown' }
  | { kind: 'gateway_down' }
  | { kind: 'transfers_full' };

/**
 * Lets an unpaid card order wait for a bank transfer instead, with the deadline of an order by transfer. First ends its
 * open attempts at the gateway; if one was paid, the order keeps its method. Changes nothing for an order by transfer.
 */
export async function switchToTransfer(
  parts: SwitchParts,
  link: PaymentLink,
  now: Date,
): Promise<Result<void, SwitchToTransferRefusal>> {
  const { db, shop } = parts;
  const found = await paymentByLink(parts, link);
  if (!found) return refuse({ kind: 'unknown' });
  if (found.order.paymentMethod === 'bank_transfer') return ok(undefined);
  const lines = await linesOf(db, [found.order.id]);
  const whyNot = (order: OrderRow) => whyNotSwitchToTransfer(switchableOrder(order, lines, shop), shop.public, now);
  const early = whyNot(found.order);
  if (early) return refuse(early);
  const itemIds = lines.map((line) => line.itemId);
  if (!(await hasRoomForTransfer(db, parts.unpaid, itemIds))) return refuse({ kind: 'transfers_full' });
  const open = await openAttemptsOfOrder(db, found.order.id);
  const closedIds = new Set(open.map(({ id }) => id));
  for (const attempt of open) {
    // An attempt that its gateway cannot close may still be paid. That money then counts, too.
    const closed = await closeAttempt(parts, attempt, now);
    if (!closed.ok) {
      parts.onGatewayError(closed.error.error);
      return refuse({ kind: 'gateway_down' });
    }
  }
  return await db.transaction(async (tx) => {
    const order = (await lockOrder(tx, found.order.id))!;
    if (order.paymentMethod === 'bank_transfer') return ok(undefined);
    const refusal = whyNot(order);
    if (refusal) return refuse(refusal);
    // Another tab may have started to pay by card in the meantime.
    const others = await openAttemptsOfOrder(tx, order.id);
    if (others.some(({ id }) => !closedIds.has(id))) return refuse({ kind: 'on_its_way' as const });
    const payments = await paymentsOf(tx, [order.id]);
    const waiting = {
      method: 'bank_transfer',
      isPaidByLink: false,
      ends: earliestEnd(timesOfLines(lines, shop)),
    } as const;
    await switchMethod(tx, order, waiting.method, payBy(waiting, shop.private, now));
    // The later instalments keep their dates, which are counted from the day of the order.
    const [first, second] = payments;
    await setDueAt(tx, first!, dueDate({ ...waiting, nextDue: second?.dueAt ?? null }, shop.private, now));
    await mailSwitchedToTransfer(tx, parts, order, { lines, payments }, now);
    return ok(undefined);
  });
}

export const switchableOrder = (order: OrderRow, lines: readonly OrderLineRow[], shop: Shop): SwitchableOrder => ({
  method: order.paymentMethod,
  status: order.paymentStatus,
  country: order.billingCountry,
  begins: earliestBeginning(timesOfLines(lines, shop)),
});
