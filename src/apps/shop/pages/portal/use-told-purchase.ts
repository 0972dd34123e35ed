import { useEffect, useEffectEvent } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { track } from '#features/tracking/shop/public.tsx';

/** So long the vendor itself knows a purchase that it hears of again, from another device, by the order's code. */
const KNOWN_TO_VENDOR_MS = 48 * 3_600_000;

/** Tells the pixel of a purchase: once for each order in this browser, and not of an old one. */
export function useToldPurchase(order: Order, isPurchase: boolean): void {
  const tell = useEffectEvent((code: string) => {
    if (Date.now() - Date.parse(order.created_at) > KNOWN_TO_VENDOR_MS) return;
    const items = [...order.tickets, ...order.cartProducts, ...order.merchandisePurchases, ...order.cartMerchandise];
    track('Purchase', items, { value: order.total_price, onceFor: code });
  });
  useEffect(() => {
    if (isPurchase) tell(order.code);
  }, [order.code, isPurchase]);
}
