import { z } from 'zod';
import { instant, money, text } from '#wire/fields.ts';

/**
 * The fingerprint of the preview that the person confirms. If empty, the call only returns a preview;
 * `with-mail-texts` adds the texts of the mails to it.
 */
export const previewText = text(100);

const orderFacts = z.object({
  status: z.enum(['pending', 'processing', 'partial', 'paid', 'problem', 'cancelled', 'abandoned']),
  /** What the order costs. */
  total: money,
  paid: money,
  refunded: money,
  units: z.int(),
  valid: z.int(),
});

const partFacts = z.object({ amount: money, paid: money, due_at: instant });

/** What a command does: only the changes, without the numbers that are assigned when it is done. */
const outcome = z.object({
  orders: z.array(z.object({ code: z.string(), before: orderFacts, after: orderFacts })),
  /**
   * Instalments whose amount, due date or paid amount changes; `before` or `after` is null if there was or will be none.
   */
  parts: z.array(z.object({ reference: z.string(), before: partFacts.nullable(), after: partFacts.nullable() })),
  /** Sums by account of the ledger. Debits are positive. */
  money: z.array(z.object({ account: z.string(), amount: money })),
  mails: z.array(z.object({ kind: z.string(), to: z.string(), subject: z.string() })),
  documents: z.array(z.enum(['invoice', 'advance', 'credit_note'])),
  /** Codes of refund requests that are cancelled. */
  cancelled_requests: z.array(z.string()),
  /** `gateway` is null for money that goes with the next file for the bank. */
  movements: z.array(
    z.object({
      gateway: z.string().nullable(),
      amount: money,
      /** It goes by bank, but no account is known, so no file takes it yet. */
      waits_for_account: z.boolean(),
    }),
  ),
  /** Why arriving money does not match what is due. */
  attention: z.enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted']).nullable(),
  /** The number of payments that are less than what is due. */
  short_payments: z.int(),
  /** Whether the command reverses bookings that were a mistake. */
  undoes: z.boolean(),
});

/** The answer of a call that is previewed first. */
export const previewed = z.object({
  /** False if nothing was changed. */
  done: z.boolean(),
  preview: z.string(),
  outcome,
  /** The first five of the outcome's mails as they would be sent, if the request asks for them. */
  mail_texts: z
    .array(
      z.object({
        /** Null for a mail with a password or a link that belongs to the recipient alone. */
        html: z.string().nullable(),
        /** The number of tickets attached. */
        tickets: z.int(),
      }),
    )
    .optional(),
});

/** The answer of a call that does the same to several things, each in its own transaction. */
export const previewedEach = previewed.extend({
  rows: z.array(
    z.object({
      key: z.string(),
      /** Why it was left out or not done. */
      refusal: z.string().nullable(),
    }),
  ),
});
