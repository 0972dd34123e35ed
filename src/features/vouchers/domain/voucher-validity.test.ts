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
  test.each<[string, Partial<VoucherTerms>, boolean]>([
    ['without limits', {}, true],
    ['that is switched off', { isActive: false }, false],
    ['that begins now', { validFrom: NOW }, true],
    ['that begins in a millisecond', { validFrom: moment(1) }, false],
    ['that ends in a millisecond', { validUntil: moment(1) }, true],
    ['that ends now', { validUntil: NOW }, false],
    ['with a use left', { usesLimit: 13 }, true],
    ['without a use left', { usesLimit: 12 }, false],
    ['that no order may use', { usesLimit: 0, uses: 0 }, false],
  ])('%s', (_, over, valid) => expect(isVoucherValid(voucher(over), NOW)).toBe(valid));

  test('is found regardless of case and pasted blanks', () => {
    expect(voucherKey(' lark20 ')).toBe('LARK20');
    expect(voucherKey('La rk\t20')).toBe(voucherKey('LARK20'));
    expect(voucherKey('   ')).toBe('');
  });
});
