import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';
import type { AttemptStatus } from '../domain/attempt-status.ts';

/** What the address of the page names. */
export interface PaymentLink {
  order: string;
  checksum: string;
  reference: string;
}

/** The payment that a link opens. */
export interface Opened {
  order: Order;
  payment: Payment;
  last_attempt: AttemptStatus | null;
  open_refund: OpenRefund;
}

export interface OpenedPayment {
  /** Null until the first answer. */
  opened: Opened | null;
  /** The newest look did not work, and there is nothing to show. */
  hasFailed: boolean;
  /** Looks again; what is shown stays until the answer. */
  look: () => Promise<void>;
}

/** Asks for a link's payment, at first and whenever `look` is called. A link that opens nothing leads to the order. */
export function useOpenedPayment(link: PaymentLink): OpenedPayment {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const key = JSON.stringify(link);
  const shown = useRef(key);

  const look = async () => {
    setHasFailed(false);
    try {
      const answer = await call('get-payment-plan-order-payment', link);
      if (shown.current === key) setOpened(answer);
    } catch (error) {
      if (shown.current !== key) return;
      // A failed lookup leads to the order; a server that is away does not.
      if (error instanceof ApiError && error.status === 404) navigate(paths.order(link.order), { replace: true });
      else setHasFailed(true);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link.
  useEffect(() => {
    shown.current = key;
    void look();
    return () => {
      shown.current = '';
    };
  }, [key]);

  return { opened, hasFailed: hasFailed && opened === null, look };
}
