import { hasBegun, hasEnded, isWithin } from '#kernel/period.ts';

export interface VoucherTerms {
  readonly isActive: boolean;
  /** Null if there is no start. */
  readonly validFrom: Date | null;
  /** The first moment at which it is no longer valid; null if there is no end. */
  readonly validUntil: Date | null;
  /** The number of orders that may use it; null if unlimited. */
  readonly usesLimit: number | null;
  readonly uses: number;
}

/** Whether one more order may use the voucher at `now`. The reason is never returned, so that guesses learn nothing. */
export function isVoucherValid(voucher: VoucherTerms, now: Date): boolean {
  return voucher.isActive && isWithin(voucher.validFrom, voucher.validUntil, now) && hasUseLeft(voucher);
}

export const hasUseLeft = ({ uses, usesLimit }: Pick<VoucherTerms, 'uses' | 'usesLimit'>): boolean =>
  usesLimit === null || uses < usesLimit;

/** Voucher codes are compared ignoring case and any blanks pasted with them. Empty for an empty code. */
export const voucherKey = (code: string): string => code.normalize('NFC').replace(/\s+/gu, '').toUpperCase();

/** Allowed codes: 2 to 40 letters, digits, - and _, starting with a letter or digit. */
export const isVoucherCode = (code: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}_-]{1,39}$/u.test(code.normalize('NFC'));

/** A voucher's state at `now`, for the operator. */
export function voucherState(voucher: VoucherTerms, now: Date): 'valid' | 'off' | 'used up' | 'not yet' | 'ended' {
  if (!voucher.isActive) return 'off';
  if (hasEnded(voucher.validUntil, now)) return 'ended';
  if (!hasUseLeft(voucher)) return 'used up';
  return hasBegun(voucher.validFrom, now) ? 'valid' : 'not yet';
}
