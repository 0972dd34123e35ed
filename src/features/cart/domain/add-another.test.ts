import { expect, test } from 'vitest';
import { mayAddAnother } from './add-another.ts';
import { MAX_LINES } from './add-item.ts';

const pass = { externalCode: 'pass', hasPaymentPlan: false, limitPerOrder: 0, stockLevel: null };

test('without a limit another ticket can follow until the cart is full', () => {
  expect(mayAddAnother(pass, [])).toBe(true);
  expect(mayAddAnother(pass, Array<string>(MAX_LINES - 2).fill('shirt'))).toBe(true);
  expect(mayAddAnother(pass, Array<string>(MAX_LINES - 1).fill('shirt'))).toBe(false);
});

test('no other ticket can follow the last one that the limit per order allows', () => {
  const limited = { ...pass, limitPerOrder: 2 };
  expect(mayAddAnother(limited, ['coach', 'coach'])).toBe(true);
  expect(mayAddAnother(limited, ['pass'])).toBe(false);
  expect(mayAddAnother({ ...pass, limitPerOrder: 1 }, [])).toBe(false);
});

test('no other ticket can follow a payment plan, which is bought alone', () => {
  expect(mayAddAnother({ ...pass, hasPaymentPlan: true }, [])).toBe(false);
});

test('no other ticket can follow the last unit', () => {
  expect(mayAddAnother({ ...pass, stockLevel: 2 }, [])).toBe(true);
  expect(mayAddAnother({ ...pass, stockLevel: 1 }, [])).toBe(false);
});
