export interface VoucherTerms {
  readonly isActive: boolean;
  /** Null: from ever. */
  readonly validFrom: Date | null;
  /** The first moment at which it is no longer valid; null: for ever. */
  readonly validUntil: Date | null;
  /** How often orders may use it; null: unlimited. */
  readonly usesLimit: number | null;
  readonly uses: number;
}

/** Whether one more order may use the voucher at `now`. Why not is never told: guesses should learn nothing. */
export function isVoucherValid(voucher: VoucherTerms, now: Date): boolean {
  const hasBegun = voucher.validFrom === null || now.getTime() >= voucher.validFrom.getTime();
  const hasEnded = voucher.validUntil !== null && now.getTime() >= voucher.validUntil.getTime();
  return voucher.isActive && hasBegun && !hasEnded && hasUseLeft(voucher);
}

export const hasUseLeft = ({ uses, usesLimit }: Pick<VoucherTerms, 'uses' | 'usesLimit'>): boolean =>
  usesLimit === null || uses < usesLimit;

/** How voucher codes are compared: without case and the blanks of a pasted one. Empty for an empty code. */
export const voucherKey = (code: string): string => code.normalize('NFC').replace(/\s+/gu, '').toUpperCase();

/** What a code may be: 2 to 40 letters, digits, - and _, a letter or digit first. */
export const isVoucherCode = (code: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N}_-]{1,39}$/u.test(code.normalize('NFC'));

/** What becomes of a voucher at `now`, for the operator. */
export function voucherState(voucher: VoucherTerms, now: Date): 'valid' | 'off' | 'used up' | 'not yet' | 'ended' {
  if (!voucher.isActive) return 'off';
  if (voucher.validUntil !== null && now.getTime() >= voucher.validUntil.getTime()) return 'ended';
  if (!hasUseLeft(voucher)) return 'used up';
  return isVoucherValid(voucher, now) ? 'valid' : 'not yet';
}
