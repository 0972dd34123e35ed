import { describe, expect, test } from 'vitest';
import { isVoucherValid, type VoucherTerms, voucherKey } from './voucher-validity.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const moment = (ms: number) => new Date(NOW.getTime() + ms);
const voucher = (over: Partial<VoucherTerms> = {}): VoucherTerms => ({
  isActive: true,
  validFrom: null,
  validUntil: null,
  usesLimit: null,
  uses: 12,
  ...over,
});

describe('a voucher', () => {
  test.each<[string, boolean, Partial<VoucherTerms>]>([
    ['without limits', true, {}],
    ['that is disabled', false, { isActive: false }],
    ['that begins now', true, { validFrom: NOW }],
    ['that begins in a millisecond', false, { validFrom: moment(1) }],
    ['that ends in a millisecond', true, { validUntil: moment(1) }],
    ['that ends now', false, { validUntil: NOW }],
    ['with a use left', true, { usesLimit: 13 }],
    ['without a use left', false, { usesLimit: 12 }],
    ['that no order may use', false, { usesLimit: 0, uses: 0 }],
  ])('%s can be used: %s', (_, valid, over) => expect(isVoucherValid(voucher(over), NOW)).toBe(valid));

  test('is found regardless of case and pasted blanks', () => {
    expect(voucherKey(' lark20 ')).toBe('LARK20');
    expect(voucherKey('La rk\t20')).toBe(voucherKey('LARK20'));
    expect(voucherKey('   ')).toBe('');
  });
});
