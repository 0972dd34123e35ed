import { orderByCode } from '#features/orders/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type Holding, splitRefund } from '../domain/split-refund.ts';
import { movementsOf } from './movement-store.ts';
import { holdingsOf } from './paid-money-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { refundByCode } from './refund-store.ts';

/** Minor units. */
export interface RefundWays {
  readonly toCard: number;
  readonly byBank: number;
}

/** Returns what the order's receipts still hold, with what their gateways can give back. */
export async function holdingsToRefund(
  db: Queryable,
  { gateways }: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<Holding[]> {
  return (await holdingsOf(db, orderId, currency)).map((held) => ({
    ...held,
    refund: gateways?.named(held.gateway)?.can.refund ?? 'no',
  }));
}

/** Returns how much of the order's money could go back to the cards that paid it, in minor units. */
export async function cardMoneyOf(
  db: Queryable,
  parts: Pick<RefundParts, 'gateways'>,
  orderId: number,
  currency: string,
): Promise<number> {
  const { toCard } = splitRefund(Number.MAX_SAFE_INTEGER, await holdingsToRefund(db, parts, orderId, currency));
  return toCard.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * Returns how much of the order's money a customer may have sent back to the cards; 0 in a shop that does not offer
 * this.
 */
export const cardMoneyOffered = async (
  db: Queryable,
  parts: Pick<RefundParts, 'gateways'>,
  orderId: number,
  shop: Shop,
): Promise<number> =>
  shop.private.refundWay === 'ask' ? await cardMoneyOf(db, parts, orderId, shop.public.currency) : 0;

/**
 * The amount of `cardMoneyOffered` for a customer's order; null if the order is somebody else's. It is calculated again
 * when the refund is requested.
 */
export async function cardMoneyOfferedTo(
  parts: Pick<RefundParts, 'db' | 'gateways' | 'loadShop'>,
  { customerId, orderCode }: { readonly customerId: number; readonly orderCode: string },
): Promise<number | null> {
  return await parts.db.transaction(async (tx) => {
    const order = await orderByCode(tx, orderCode);
    if (order?.customerId !== customerId) return null;
    return await cardMoneyOffered(tx, parts, order.id, await parts.loadShop(tx));
  });
}

/** The amount of `cardMoneyOf` for the operator, who may always choose the card; 0 for an unknown order. */
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
  const sumBy = (way: 'card' | 'bank') =>
    movements
      .filter(({ status, gateway }) => status !== 'replaced' && way === (gateway === null ? 'bank' : 'card'))
      .reduce((all, { amount }) => all + amount, 0);
  return { toCard: sumBy('card'), byBank: sumBy('bank') };
}
