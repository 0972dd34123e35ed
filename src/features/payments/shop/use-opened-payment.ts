import { useNavigate } from 'react-router';
import { ApiError } from '#browser/api-error.ts';
import { useCall } from '#browser/use-call.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { OpenRefund } from '#features/tickets/domain/item-status.ts';
import type { PaidContents } from '../contract.ts';
import type { AttemptStatus } from '../domain/attempt-status.ts';
import type { PaymentLink } from '../domain/payment-link.ts';

export interface Opened {
  order: Order;
  payment: Payment;
  last_attempt: AttemptStatus | null;
  open_refund: OpenRefund;
  contents: PaidContents | null;
  is_mine: boolean;
}

export interface OpenedPayment {
  opened: Opened | null;
  /** The payment could not be loaded and there is nothing to show. */
  hasFailed: boolean;
  /** Keeps the current content until the answer arrives. */
  refresh: () => Promise<void>;
}

/** An invalid link redirects to the order. */
export function useOpenedPayment(link: PaymentLink): OpenedPayment {
  const navigate = useNavigate();
  const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;
  const { answer, error, isLoading, again } = useCall('get-payment-plan-order-payment', link, {
    onFailed: (failure) => {
      if (isUnknown(failure)) navigate(paths.order(link.order), { replace: true });
    },
  });
  const hasFailed = error !== null && !isUnknown(error) && !isLoading;
  return { opened: answer, hasFailed: hasFailed && answer === null, refresh: again };
}
