import { orderByCode } from '#features/orders/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { movementsOf } from './movement-store.ts';
import { cardMoneyOf, cardMoneyOffered } from './order-to-refund.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';

/** Minor units. */
export interface RefundWays {
  readonly toCard: number;
  readonly byBank: number;
}

/**
 * Returns how much of the order's money could go back to the cards that paid it, in minor units; 0 in a shop that does
 * not offer that. Null for an order that is not the customer's. The request decides again.
 */
export async function refundToCardOf(
  parts: Pick<RefundParts, 'db' | 'gateways' | 'loadShop'>,
  { customerId, orderCode }: { readonly customerId: number; readonly orderCode: string },
): Promise<number | null> {
  return await parts.db.transaction(async (tx) => {
    const order = await orderByCode(tx, orderCode);
    if (order?.customerId !== customerId) return null;
    return await cardMoneyOffered(tx, parts, order.id, await parts.loadShop(tx));
  });
}

/** Like `refundToCardOf`, but for the operator, who may always choose the card; 0 for an unknown order. */
export async function cardMoneyOfOrder(
  parts: Pick<RefundParts, 'db' | 'gateways' | 'loadShop'>,
  orderCode: string,
): Promise<number> {
  return await parts.db.transaction(async (tx) => {
    const order = await orderByCode(tx, orderCode);
    if (!order) return 0;
    return await cardMoneyOf(tx, parts, order.id, (await parts.loadShop(tx)).public.currency);
  });
}

/** Returns where the money of a started refund goes, without failed movements that were replaced. */
export async function moneyOnItsWay(db: Queryable, code: string): Promise<RefundWays> {
  const refund = await refundByCode(db, code);
  const movements = refund ? await movementsOf(db, refund.id) : [];
  const sum = (toCard: boolean) =>
    movements
      .filter(({ status, gateway }) => status !== 'replaced' && (gateway !== null) === toCard)
      .reduce((all, { amount }) => all + amount, 0);
  return { toCard: sum(true), byBank: sum(false) };
}
