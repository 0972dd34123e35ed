import type { Order } from '#features/orders/contract.ts';

const STORE_KEY = 'foyer.thanked';

/** Includes the paid amount, so that a new payment is thanked for again and a reload is not. */
const entryOf = (order: Order): string => `${order.code} ${order.total_paid}`;

const read = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]');
  } catch {
    return [];
  }
};

/** Whether this tab has shown the thanks for the order's current state. */
export const wasThanked = (order: Order): boolean => read().includes(entryOf(order));

export function rememberThanks(order: Order): void {
  if (wasThanked(order)) return;
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify([...read(), entryOf(order)].slice(-50)));
  } catch {
    // Without storage, the page thanks again after a reload.
  }
}
