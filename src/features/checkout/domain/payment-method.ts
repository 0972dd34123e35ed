import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import { isInTimeForTransfer } from './payment-deadline.ts';

export interface PaymentSwitches {
  shopPaymentCreditCard: boolean;
  shopPaymentBankTransfer: boolean;
  /** ISO codes of the countries where bank transfer is offered. */
  shopPaymentBankTransferCountries: readonly string[];
  /** A transfer needs at least this many days until the first event or departure. */
  shopPaymentBankTransferLeadDays: number;
}

export interface OrderToPay {
  readonly totalBeforeDiscount: number;
  readonly discount: number;
  /** The earliest beginning of an event or departure in the order; null if there is none. */
  readonly begins: Date | null;
}

/**
 * Returns the possible payment methods of the order: only `voucher` if it costs nothing or its voucher covers it;
 * otherwise card if it is turned on, and bank transfer if it is turned on for the billing country and the money has
 * time to arrive. Empty if there is none.
 */
export function paymentMethods(
  order: OrderToPay,
  country: string,
  switches: PaymentSwitches,
  now: Date,
): PaymentMethod[] {
  if (isCovered(order)) return ['voucher'];
  const methods: PaymentMethod[] = [];
  if (switches.shopPaymentCreditCard) methods.push('credit_card');
  if (takesTransfers(country, switches) && hasTimeForTransfer(order, switches, now)) methods.push('bank_transfer');
  return methods;
}

/** Whether the checkout shows that it is too late for a transfer. */
export const isTooLateForTransfer = (
  order: OrderToPay,
  country: string,
  switches: PaymentSwitches,
  now: Date,
): boolean => !isCovered(order) && takesTransfers(country, switches) && !hasTimeForTransfer(order, switches, now);

const isCovered = ({ discount, totalBeforeDiscount }: OrderToPay): boolean => discount >= totalBeforeDiscount;

const hasTimeForTransfer = ({ begins }: OrderToPay, switches: PaymentSwitches, now: Date): boolean =>
  isInTimeForTransfer(switches.shopPaymentBankTransferLeadDays, begins, now);

/** Returns the wanted method if it is possible, otherwise the first possible one; null if there is none. */
export function chosenMethod(possible: readonly PaymentMethod[], wanted: PaymentMethod | null): PaymentMethod | null {
  if (wanted && possible.includes(wanted)) return wanted;
  return possible[0] ?? null;
}
