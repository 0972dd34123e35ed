import { laterText } from '#kernel/language.ts';

export const ENTER_VOUCHER_CODE = laterText('Please enter a voucher code.');
export const INVALID_VOUCHER = laterText('Invalid or expired voucher code.');
export const NO_VOUCHER_WITH_PLAN = laterText('Vouchers cannot be used with a payment plan.');
