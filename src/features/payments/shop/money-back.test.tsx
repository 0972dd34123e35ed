import { expect, test } from 'vitest';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { aConfig, anOrder } from '#features/orders/testing.ts';
import { MoneyBack } from './money-back.tsx';

const words = (order: ReturnType<typeof anOrder>) =>
  wordsOf(rendered(<MoneyBack order={order} />, aBundle({ config: { ...aConfig(), events: [] } })));

test.each([
  ['double', 'Your second payment of €96.00 is on its way back to your card.'],
  ['over', 'The extra €96.00 is on its way back to your card.'],
  ['late', 'Your payment arrived after this order had ended.'],
  ['other', 'We could not use your payment.'],
] as const)('given money that was sent back (%s), then the order says so', (why, sentence) => {
  expect(words(anOrder({ money_back: [{ amount: 9_600, why }] }))).toContain(sentence);
});

test('given no money that was sent back, then nothing is shown', () => {
  expect(words(anOrder())).toBe('');
});
