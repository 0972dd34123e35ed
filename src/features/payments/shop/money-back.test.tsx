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
] as const)('the order says that money was sent back, and why (%s)', (why, sentence) => {
  expect(words(anOrder({ money_back: [{ amount: 9_600, why }] }))).toContain(sentence);
});

test('nothing is shown if no money was sent back', () => {
  expect(words(anOrder())).toBe('');
});
