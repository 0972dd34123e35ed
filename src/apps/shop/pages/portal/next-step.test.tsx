import { expect, test } from 'vitest';
import { aBundle, rendered } from '#features/orders/shop/testing.tsx';
import { anOrder } from '#features/orders/testing.ts';
import { NextStepBlock } from './next-step.tsx';

test.each([
  ['cancelled', 'Payment Cancelled', 'This order was cancelled, and its items are back on sale.'],
  ['abandoned', 'Payment Abandoned', 'This order was not paid in time, and its items are back on sale.'],
] as const)(
  'given an order that is %s, then the page is headed %s and says what became of its items',
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
