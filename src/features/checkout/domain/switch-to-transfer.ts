import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import { isInTimeForTransfer } from './payment-deadline.ts';
import type { PaymentSwitches } from './payment-method.ts';

export interface SwitchableOrder {
  readonly method: PaymentMethod;
  readonly status: OrderStatus;
  /** The country of the billing address. */
  readonly country: string;
  /** The earliest beginning of an event or departure in the order; null if there is none. */
  readonly begins: Date | null;
}

export type SwitchRefusal =
  | { kind: 'not_open' }
  | { kind: 'on_its_way' }
  | { kind: 'no_transfers' }
  | { kind: 'transfer_too_late' };

/**
 * Returns null if an unpaid card order may wait for a bank transfer instead, by the rules of a new order by transfer.
 * Once an order has received money, it keeps its method.
 */
export function whyNotSwitchToTransfer(
  { method, status, country, begins }: SwitchableOrder,
  switches: Omit<PaymentSwitches, 'shopPaymentCreditCard'>,
  now: Date,
): SwitchRefusal | null {
  if (method === 'credit_card' && status === 'processing') return { kind: 'on_its_way' };
  if (method !== 'credit_card' || status !== 'pending') return { kind: 'not_open' };
  if (!takesTransfers(country, switches)) return { kind: 'no_transfers' };
  const isInTime = isInTimeForTransfer(switches.shopPaymentBankTransferLeadDays, begins, now);
  return isInTime ? null : { kind: 'transfer_too_late' };
}
