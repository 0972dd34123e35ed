import type { Gateways } from '#features/payments/server/public.ts';
import { minor } from '#kernel/money.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type DueMovement, markUnclear, noteCalled, noteGatewayRefund, takeDueMovements } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { MAX_REASON_LENGTH, type MovementUpdate, settleMovement } from './settle-movement.ts';

const BATCH = 20;

export interface SendParts {
  readonly refunds: RefundParts;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}

/** Requests refunds to cards from the gateways, and queries those whose outcome they have not reported. */
export const sendMovements = (parts: SendParts): DueWork => ({
  name: 'refund-movements',
  async run(now) {
    const names = parts.gateways.all.map(({ name }) => name);
    const due = await takeDueMovements(parts.refunds.db, names, now, BATCH);
    const results = await Promise.allSettled(due.map((movement) => sendMovement(parts, movement, now)));
    for (const result of results) if (result.status === 'rejected') parts.onError(result.reason);
    return due.length;
  },
});

async function sendMovement(parts: SendParts, movement: DueMovement, now: Date): Promise<void> {
  const update = await requestOrQuery(parts, movement, now);
  const isOnce = parts.gateways.of({ gateway: movement.gateway! }).can.refund === 'once';
  if (update.status !== 'unknown' || !isOnce) return settleMovement(parts.refunds, movement, update, now);
  const reason = `Nobody knows whether ${movement.gateway} made the refund${update.reason ? ` (${update.reason})` : ''}. Look for payment ${movement.transaction} on its page.`;
  await markUnclear(parts.refunds.db, movement, reason.slice(0, MAX_REASON_LENGTH), now);
}

async function requestOrQuery(parts: SendParts, movement: DueMovement, now: Date): Promise<MovementUpdate> {
  const { db, loadShop } = parts.refunds;
  const gateway = parts.gateways.of({ gateway: movement.gateway! });
  const { key, transaction, reference, gatewayPaymentId, amount, currency } = movement;
  const wanted = { key, transaction, reference, gatewayPaymentId, amount: minor(amount), currency };
  const isOnce = gateway.can.refund === 'once';
  // The gateway may have received an earlier attempt although its answer was lost.
  if (isOnce ? movement.calledAt !== null : movement.tries > 1) {
    const inquiry = { ...wanted, refund: movement.gatewayRefund, createdAt: movement.createdAt };
    const update = await gateway.refundStatus(inquiry, now);
    if (update.status !== 'unknown' || movement.gatewayRefund !== null || isOnce) return update;
  }
  const shop = await db.transaction((tx) => loadShop(tx));
  const { currencyDigits, name } = shop.public;
  const description = `${name} ${movement.orderCode}`;
  if (isOnce) await noteCalled(db, movement, now);
  const requested = gateway.refund({ ...wanted, currencyDigits, description }, now);
  const { refund, update } = await requested.catch(async (error: unknown) => {
    if (isOnce && hadNoEffect(error)) await noteCalled(db, movement, null);
    throw error;
  });
  if (refund !== null) await noteGatewayRefund(db, movement, refund);
  return update;
}

const hadNoEffect = (error: unknown): boolean => (error as { readonly hadNoEffect?: unknown }).hadNoEffect === true;
