import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import type { SearchMeaning } from '#features/search/domain/search-meaning.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, text } from '#wire/fields.ts';

/** What a result was found by, in the order in which results are shown. */
export const foundBy = ['order', 'payment', 'ticket', 'refund', 'invoice', 'receipt', 'buyer', 'holder'] as const;

/** The interpretations of a typed text. */
const triedAs = [
  ...['order', 'order_beginning', 'payment', 'refund', 'ticket', 'ticket_beginning', 'scanned', 'invoice', 'receipt'],
  ...['receipt_id', 'email', 'name', 'amount'],
] as const satisfies readonly SearchMeaning['kind'][];

const result = z.object({
  by: z.enum(foundBy),
  /** What matched, as it is stored: a code, a name or an address. Empty for money without a number. */
  matched: z.string(),
  /** Null for money without an order. */
  order: z.string().nullable(),
  status: z.enum(orderStatuses).nullable(),
  customer_name: z.string(),
  /** Money without an order. */
  receipt: z.int().nullable(),
  amount: money,
  /** What would still have to be paid for the order; 0 if it was cancelled. Null for money without an order. */
  outstanding: money.nullable(),
  currency: z.string(),
  at: instant,
});

export const search = officeCall({
  name: 'search',
  summary: 'Finds orders and money by any code, name, address or amount that a person has at hand',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({ text: text(500) }),
  // Returns up to five of each kind, newest first. A ticket's code is never in the answer.
  answer: z.object({
    results: z.array(result),
    /** Nothing matched as typed: the results differ from the text by one typing mistake. */
    are_similar: z.boolean(),
    /** The interpretations of the text, in the order in which they were tried; tickets without their code. */
    tried: z.array(z.object({ what: z.enum(triedAs), value: z.string() })),
    /** Nothing matched as typed, so texts with one mistake were tried too. */
    tried_similar: z.boolean(),
  }),
});
