import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, noteText, text } from '#wire/fields.ts';

/** Previewed without a fingerprint, done with it. */
const moves = { needs: { permission: 'plans.move' }, fresh: false, changes: true, answer: previewed } as const;
/** Instalments that would be due on the day of the event or later; null if none is. */
const late = z.object({ references: z.array(z.string()), begins: instant }).nullable();
const changesDays = { ...moves, answer: previewed.extend({ late }) } as const;
const waives = { ...moves, needs: { permission: 'plans.waive' } } as const;

/** Such as 2027-07-12, in the shop's zone. */
const dayText = text(10);

export const instalmentMove = officeCall({
  ...changesDays,
  name: 'instalment-move',
  summary: 'Moves an open instalment of a payment plan to another day; the customer receives the new plan by mail',
  request: z.object({
    reference: codeText,
    day: dayText,
    /** Later instalments move by the same number of days. */
    moves_later: z.boolean(),
    preview: previewText,
  }),
});

export const instalmentSplit = officeCall({
  ...changesDays,
  name: 'instalment-split',
  summary: 'Splits an open instalment of a payment plan into two, each with its own day',
  request: z.object({
    reference: codeText,
    /** The first instalment's amount; the second has the rest. */
    amount: money,
    /** Empty if the first instalment keeps its day. */
    first_day: dayText,
    second_day: dayText,
    preview: previewText,
  }),
});

export const instalmentWaive = officeCall({
  ...waives,
  name: 'instalment-waive',
  summary: 'Lowers the price of a payment plan by the open amount of one instalment, or of all',
  request: z.object({
    /** An instalment's reference, or an order's code for all that is outstanding. */
    reference: codeText,
    /** Null for all that is outstanding. */
    amount: money.nullable(),
    /** Goes into the audit log, so it must not contain names. */
    reason: noteText,
    preview: previewText,
  }),
});

export const instalmentMailLink = officeCall({
  ...moves,
  name: 'instalment-mail-link',
  summary: 'Mails the customer how to pay an instalment of a payment plan now, even before its due day',
  request: z.object({ reference: codeText, preview: previewText }),
});

/** Undoing a waiver also needs the permission to waive, which the call checks. */
export const planChangeUndo = officeCall({
  ...moves,
  name: 'plan-change-undo',
  summary: 'Undoes the last change of a payment plan, unless something later depends on it',
  request: z.object({ code: codeText, change: z.int().positive(), preview: previewText }),
});
