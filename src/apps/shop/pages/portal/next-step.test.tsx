import { expect, test } from 'vitest';
import { aBundle, rendered, wordsOf } from '#features/orders/shop/testing.tsx';
import { anOrder, aPayment } from '#features/orders/testing.ts';
import { NextStepBlock } from './next-step.tsx';

test.each([
  ['cancelled', 'Payment Cancelled', 'This order was cancelled, and its items are back on sale.'],
  ['abandoned', 'Payment Abandoned', 'This order was not paid in time, and its items are back on sale.'],
] as const)(
  'the page of an order that is %s is headed %s and says what became of its items',
  (kind, heading, words) => {
    const html = rendered(
      <NextStepBlock
        order={anOrder({ payment_status: kind, total_paid: 0, payments: [] })}
        step={{ kind }}
        isThanked={false}
        isAwaitingConfirmation={false}
      />,
      aBundle(),
    );
    expect(html).toMatch(new RegExp(`<h2[^>]*>(<[^>]+>)*${heading}<`));
    expect(html).toContain(words);
  },
);

const second = aPayment({
  reference: 'SLK-2H9C4T-2',
  amount: 9_600,
  paid_amount: 0,
  paid_at: null,
  payment_status: 'pending',
  due_at: '2027-03-14T08:00:00Z',
});
const card = { label: 'Visa •••• 4242', expires: '2028-12', is_charged: true };

test.each([
  ['a card that will be charged', card, second, 'We will charge €96.00 to your card (Visa •••• 4242) on that day.'],
  ['no card', null, second, ', by credit card. It takes about a minute.'],
  ['a card on the due day', card, { ...second, due: true }, ', by credit card. It takes about a minute.'],
])('with %s, the next instalment says who pays it', (_what, saved_card, payment, sentence) => {
  const order = anOrder({
    has_payment_plan: true,
    payment_status: 'partial',
    payments: [aPayment(), payment],
    saved_card,
  });
  const step = { kind: 'pay', payment } as const;
  const html = rendered(
    <NextStepBlock order={order} step={step} isThanked={false} isAwaitingConfirmation={false} />,
    aBundle(),
  );
  expect(wordsOf(html)).toContain(sentence);
});

test('the next instalment of a plan ordered by bank transfer names the transfer first, then the card', () => {
  const order = anOrder({
    has_payment_plan: true,
    payment_status: 'partial',
    payment_method: 'bank_transfer',
    payments: [aPayment(), second],
  });
  const html = rendered(
    <NextStepBlock
      order={order}
      step={{ kind: 'pay', payment: second }}
      isThanked={false}
      isAwaitingConfirmation={false}
    />,
    aBundle(),
  );
  expect(wordsOf(html)).toContain(', by bank transfer or by credit card.');
  expect(wordsOf(html)).toContain('Show bank details for the transfer');
});
