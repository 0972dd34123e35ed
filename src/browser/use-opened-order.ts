import { useEffect, useEffectEvent, useState } from 'react';
import type { OpenedOrder } from '#features/portal/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { openedKey, type WantedOrder } from './opened-orders.ts';
import { useSession, useSessionStore } from './session-store.ts';

export interface OpenedOrderState {
  /** The order; null if the customer has no such order, undefined while that is unknown. */
  opened: OpenedOrder | null | undefined;
  /** Whether the last request failed. An earlier answer stays. */
  hasFailed: boolean;
  again: () => void;
}

/**
 * Returns the complete order that a page shows. Requests it when the page appears, unless the newest bundle had it, and
 * again whenever a newer bundle came without it.
 */
export function useOpenedOrder(wanted: WantedOrder): OpenedOrderState {
  const store = useSessionStore();
  const { opened, bundleCount } = useSession();
  const [turn, setTurn] = useState(0);
  const [failed, setFailed] = useState<string | null>(null);
  const key = openedKey(wanted);
  const entry = opened.get(key);
  const request = entry?.at === bundleCount ? null : `${key} ${bundleCount} ${turn}`;
  const open = useEffectEvent(() => store.open(wanted));
  useEffect(() => {
    if (request === null) return;
    let isLeft = false;
    open().catch(() => {
      if (!isLeft) setFailed(request);
    });
    return () => {
      isLeft = true;
    };
  }, [request]);
  return { opened: entry?.found, hasFailed: request !== null && failed === request, again: () => setTurn(turn + 1) };
}

const NONE: readonly Refund[] = [];

/** Returns the refunds of an order that its page has opened, newest first. */
export function useRefundsOf(orderCode: string): readonly Refund[] {
  return useSession().opened.get(openedKey({ order_id: orderCode }))?.found?.refunds ?? NONE;
}
