import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { emailText, instant, noteText, optionalCode, text } from '#wire/fields.ts';

/** Units of one item. */
const heldItem = z.object({ name: z.string(), count: z.int() });

export const heldList = officeCall({
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  name: 'held-list',
  summary: 'Who holds items in carts and in unpaid orders, and until when; at most 100 of each, largest first',
  request: z.object({
    /** Counts only this item; empty for all. */
    item: optionalCode,
  }),
  answer: z.object({
    carts: z.array(
      z.object({
        /** Null for the guests of a network. */
        email: z.string().nullable(),
        /** The beginning of the network's keyed hash; null if it is unknown or for an account. */
        network: z.string().nullable(),
        carts: z.int(),
        items: z.int(),
        by_item: z.array(heldItem),
        until: instant,
      }),
    ),
    unpaid: z.array(
      z.object({
        email: z.string(),
        orders: z.array(z.string()),
        items: z.int(),
        by_item: z.array(heldItem),
        until: instant,
      }),
    ),
    /** The choices for the filter. */
    choices: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

export const heldFree = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'held-free',
  summary: 'Ends all open carts of an account, or of the guests of a network, and puts their items back on sale',
  request: z.object({
    /** Give either this or `network`. */
    email: emailText,
    /** As listed, or `unknown`. */
    network: text(12),
    reason: noteText,
  }),
  answer: z.object({ carts: z.int(), items: z.int() }),
});
