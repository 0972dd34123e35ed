import { laterText } from '#kernel/text.ts';

export type PaymentMethod = 'credit_card' | 'bank_transfer' | 'voucher';

export interface PaymentSwitches {
  shopPaymentCreditCard: boolean;
  shopPaymentBankTransfer: boolean;
  /** ISO codes; bank transfer is offered only there. */
  shopPaymentBankTransferCountries: readonly string[];
}

export const NO_PAYMENT_METHOD = laterText('No valid payment methods found.');

/**
 * How an order may be paid (spec 4). An order that its voucher covers, or that costs nothing, takes `voucher` and nothing else;
 * otherwise card where it is on, and bank transfer where it is on for the billing country. None: an empty list.
 */
export function paymentMethods(
  order: { totalBeforeDiscount: number; discount: number },
  country: string,
  switches: PaymentSwitches,
): PaymentMethod[] {
  if (order.discount >= order.totalBeforeDiscount) return ['voucher'];
  const methods: PaymentMethod[] = [];
  if (switches.shopPaymentCreditCard) methods.push('credit_card');
  if (switches.shopPaymentBankTransfer && switches.shopPaymentBankTransferCountries.includes(country)) {
    methods.push('bank_transfer');
  }
  return methods;
}

/** The method to go with: the wanted one while it is possible, the only or first possible one otherwise, null when there is none. */
export function chosenMethod(possible: readonly PaymentMethod[], wanted: PaymentMethod | null): PaymentMethod | null {
  if (wanted && possible.includes(wanted)) return wanted;
  return possible[0] ?? null;
}
