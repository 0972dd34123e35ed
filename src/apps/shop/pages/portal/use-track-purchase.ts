import { useEffect, useEffectEvent } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { track } from '#features/tracking/shop/public.tsx';

/** For this long, the vendor recognises an order's code that another device reports again. */
const RECOGNISED_FOR_MS = 48 * 3_600_000;

/** Reports a purchase to the pixel, once for each order in this browser, unless the order is old. */
export function useTrackPurchase(order: Order, isPurchase: boolean): void {
  const report = useEffectEvent((code: string) => {
    if (Date.now() - Date.parse(order.created_at) > RECOGNISED_FOR_MS) return;
    const items = [...order.tickets, ...order.cartProducts, ...order.merchandisePurchases, ...order.cartMerchandise];
    track('Purchase', items, { value: order.total_price, onceFor: code });
  });
  useEffect(() => {
    if (isPurchase) report(order.code);
  }, [order.code, isPurchase]);
}
