import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money } from '#wire/fields.ts';

const matter = z.object({
  kind: z.string(),
  /** The kind, or for money why it waits. */
  group: z.string(),
  /** The same as long as it is the same matter. */
  key: z.string(),
  urgent: z.boolean(),
  /** Null if the moment is not kept. */
  since: instant.nullable(),
  amount: money.nullable(),
  /** Null: the shop's own. */
  currency: z.string().nullable(),
  order: z.string().nullable(),
  customer_name: z.string().nullable(),
  receipt: z.int().nullable(),
  refund: z.string().nullable(),
  /** One line in English, for kinds that the page has no words for. */
  line: z.string(),
  facts: z.object({
    /** A bank, gateway or cancelled event. */
    from: z.string().nullable(),
    /** Why money waits. */
    attention: z
      .enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted'])
      .nullable(),
    /** Words of a bank, gateway or mail server. */
    detail: z.string(),
    /** An end: of a dispute's answer, or when money goes back by itself. */
    until: instant.nullable(),
    count: z.int().nullable(),
    /** A reference or a provider's id, which an action about it takes. */
    id: z.string().nullable(),
    /** What of a disputed payment went back to the card before. */
    refunded: money.nullable(),
    /** Of a reminder: such as 2027-07-12, in the shop's zone. */
    day: z.string().nullable(),
  }),
});

export const inbox = officeCall({
  name: 'inbox',
  summary: 'What needs a person and the caller can do something about, the most urgent first',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    /** At most 100 of each kind. */
    matters: z.array(matter),
    /** In the order of the page. `is_cut`: there are more than are listed. */
    groups: z.array(
      z.object({
        group: z.string(),
        count: z.int(),
        is_cut: z.boolean(),
        /** In the shop's currency; null where no sum belongs to it. */
        amount: money.nullable(),
        oldest: instant.nullable(),
      }),
    ),
  }),
});
