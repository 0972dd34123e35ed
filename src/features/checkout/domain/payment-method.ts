import { takesTransfers } from '#features/orders/domain/takes-transfers.ts';
import { laterText } from '#kernel/text.ts';
import { isInTimeForTransfer } from './payment-deadline.ts';

export type PaymentMethod = 'credit_card' | 'bank_transfer' | 'voucher';

export interface PaymentSwitches {
  shopPaymentCreditCard: boolean;
  shopPaymentBankTransfer: boolean;
  /** ISO codes; bank transfer is offered only there. */
  shopPaymentBankTransferCountries: readonly string[];
  /** Days that a transfer needs before the first event or departure. */
  shopPaymentBankTransferLeadDays: number;
}

export interface OrderToPay {
  readonly totalBeforeDiscount: number;
  readonly discount: number;
  /** When the first event or departure of the order is; null: it has none. */
  readonly begins: Date | null;
}

export const NO_PAYMENT_METHOD = laterText('No valid payment methods found.');
export const TRANSFER_TOO_LATE = laterText('Bank transfer is not available this close to the event.');

/**
 * How an order may be paid. An order that its voucher covers, or that costs nothing, takes `voucher` and nothing else; otherwise card
 * where it is on, and bank transfer where it is on for the billing country and the money has time to arrive. None: an empty list.
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

/** Whether only the date of the event stands against a bank transfer: then the customer is told why it is not offered. */
export const isTooLateForTransfer = (
  order: OrderToPay,
  country: string,
  switches: PaymentSwitches,
  now: Date,
): boolean => !isCovered(order) && takesTransfers(country, switches) && !hasTimeForTransfer(order, switches, now);

const isCovered = ({ discount, totalBeforeDiscount }: OrderToPay): boolean => discount >= totalBeforeDiscount;

const hasTimeForTransfer = ({ begins }: OrderToPay, switches: PaymentSwitches, now: Date): boolean =>
  isInTimeForTransfer(switches.shopPaymentBankTransferLeadDays, begins, now);

/** The method to go with: the wanted one while it is possible, the only or first possible one otherwise, null when there is none. */
export function chosenMethod(possible: readonly PaymentMethod[], wanted: PaymentMethod | null): PaymentMethod | null {
  if (wanted && possible.includes(wanted)) return wanted;
  return possible[0] ?? null;
}
