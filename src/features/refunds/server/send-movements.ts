import type { Gateways } from '#features/payments/server/public.ts';
import { minor } from '#kernel/money.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type DueMovement, noteGatewayRefund, takeDueMovements } from './movement-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { type MovementUpdate, settleMovement } from './settle-movement.ts';

const BATCH = 20;

export interface SendParts {
  readonly refunds: RefundParts;
  readonly gateways: Gateways;
  onError(error: unknown): void;
}

/** Asks the gateways for refunds to cards, and about those whose end they have not reported. */
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
  await settleMovement(parts.refunds, movement, await askGateway(parts, movement, now), now);
}

async function askGateway(parts: SendParts, movement: DueMovement, now: Date): Promise<MovementUpdate> {
  const { db, loadShop } = parts.refunds;
  const gateway = parts.gateways.of({ gateway: movement.gateway! });
  const { key, transaction, reference, gatewayPaymentId, amount, currency } = movement;
  const wanted = { key, transaction, reference, gatewayPaymentId, amount: minor(amount), currency };
  // An earlier try may have reached the gateway although its answer was lost.
  if (movement.tries > 1) {
    const asked = { ...wanted, refund: movement.gatewayRefund, createdAt: movement.createdAt };
    const update = await gateway.refundStatus(asked, now);
    if (update.status !== 'unknown' || movement.gatewayRefund !== null) return update;
  }
  const shop = await db.transaction((tx) => loadShop(tx));
  const { currencyDigits, name } = shop.public;
  const description = `${name} ${movement.orderCode}`;
  const { refund, update } = await gateway.refund({ ...wanted, currencyDigits, description }, now);
  if (refund !== null) await noteGatewayRefund(db, movement, refund);
  return update;
}
