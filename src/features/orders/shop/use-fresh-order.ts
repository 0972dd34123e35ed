import { useEffect, useRef } from 'react';
import { announce } from '#browser/announcer.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { orderStatus } from '#ui/status-tones.ts';
import type { Order } from '../contract.ts';

/** Seconds between the looks at an order whose money is on its way: often at first, then patiently, then no more. */
const PAUSES_S = [2, 3, 5, 10, 20, 30, 60, 60, 60, 120, 120];

/** While `isWaiting`, asks now and then how the order stands; what changes is shown by itself and said once. */
export function useFreshOrder(order: Order, isWaiting: boolean): void {
  const session = useSessionStore();
  const { config } = useBundle();
  const label = orderStatus(order.payment_status, config.paymentStatuses).label;

  useEffect(() => {
    if (!isWaiting) return;
    let looks = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const pause = PAUSES_S[looks];
      if (pause === undefined) return;
      looks += 1;
      timer = setTimeout(() => {
        // A tab that nobody sees waits until it is looked at.
        if (document.visibilityState === 'visible') void session.load().finally(wait);
        else wait();
      }, pause * 1_000);
    };
    wait();
    return () => {
      looks = PAUSES_S.length;
      clearTimeout(timer);
    };
  }, [session, isWaiting]);

  const said = useRef(label);
  useEffect(() => {
    if (said.current !== label) announce(`Order ${order.code}: ${label}`);
    said.current = label;
  }, [order.code, label]);
}
