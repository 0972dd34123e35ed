import { markedText } from '#kernel/language.ts';

export const ENTER_VOUCHER_CODE = markedText('Please enter a voucher code.');
export const INVALID_VOUCHER = markedText('Invalid or expired voucher code.');
export const NO_VOUCHER_WITH_PLAN = markedText('Vouchers cannot be used with a payment plan.');
