import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { inEnglish } from '#ui/testing.ts';
import { NextStepBlock } from './next-step.tsx';

/** An order for which nothing was paid; the step decides everything else. */
const unpaid = { total_paid: 0, total_refunded: 0, payments: [] } as unknown as Order;

test.each([
  ['cancelled', 'Payment Cancelled', 'This order was cancelled, and its items are back on sale.'],
  ['abandoned', 'Payment Abandoned', 'This order was not paid in time, and its items are back on sale.'],
] as const)(
  'given an order that is %s, then the page is headed %s and says what became of its items',
  (kind, heading, words) => {
    const html = renderToStaticMarkup(
      inEnglish(<NextStepBlock order={unpaid} step={{ kind }} isThanked={false} isAwaitingConfirmation={false} />),
    );
    expect(html).toMatch(new RegExp(`<h2[^>]*>(<[^>]+>)*${heading}<`));
    expect(html).toContain(words);
  },
);
