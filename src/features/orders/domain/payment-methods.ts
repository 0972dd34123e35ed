/** `voucher`: a voucher covers the full price. */
export const PAYMENT_METHODS = ['credit_card', 'bank_transfer', 'voucher'] as const;

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
