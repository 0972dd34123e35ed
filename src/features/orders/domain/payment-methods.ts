/** How an order is paid; `voucher` when nothing is left to pay. */
export const PAYMENT_METHODS = ['credit_card', 'bank_transfer', 'voucher'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
