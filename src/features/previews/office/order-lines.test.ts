import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import type { OrderFacts } from '../domain/outcome.ts';
import { linesOfOrders } from './order-lines.ts';

const paid: OrderFacts = { status: 'paid', total: 7_600, paid: 7_600, refunded: 0, units: 1, valid: 1 };
const refunded: OrderFacts = { ...paid, refunded: 7_600, units: 0, valid: 0 };

const sentencesOf = (changes: readonly { before: OrderFacts; after: OrderFacts }[]): string[] =>
  linesOfOrders(
    ENGLISH,
    changes.map((change, index) => ({ code: `SLK-${index}`, ...change })),
    String,
  ).map(([, sentence]) => sentence);

test('places and tickets of several orders are counted together', () => {
  expect(
    sentencesOf([
      { before: paid, after: refunded },
      { before: paid, after: refunded },
    ]),
  ).toEqual([
    '2 tickets will stop being valid. Their codes stop working immediately.',
    '2 places will go back on sale.',
  ]);
});

test('what one order gives up does not hide what another one takes', () => {
  expect(
    sentencesOf([
      { before: paid, after: refunded },
      { before: refunded, after: paid },
    ]),
  ).toEqual([
    '1 ticket will become valid.',
    '1 ticket will stop being valid. Its code stops working immediately.',
    '1 place will be taken.',
    '1 place will go back on sale.',
  ]);
});
