import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { usePolling } from '#browser/use-polling.ts';
import { useSpokenChanges } from '#browser/use-spoken-changes.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderStatus } from '#features/orders/shop/public.tsx';
import { useLanguage } from '#ui/language.ts';

/** While `isWaiting`, polls the order. A change appears on the page and is announced once. */
export function useFreshOrder(order: Order, isWaiting: boolean): void {
  const language = useLanguage();
  const { text } = language;
  const session = useSessionStore();
  const { config } = useBundle();
  const label = orderStatus(language, order.payment_status, config.paymentStatuses, order.fully_refunded).label;
  usePolling(isWaiting, () => session.load());
  useSpokenChanges(text('Order {code}: {label}', { code: order.code, label }));
}
