import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { noteText, text } from '#wire/fields.ts';

export const payoutSettle = officeCall({
  name: 'payout-settle',
  summary: 'Removes a payout from the list; one that does not add up is booked as it is',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  answer: previewed,
  request: z.object({
    /** The provider's id. */
    payout: text(200),
    /** What was found. Goes into the audit log, so it must not contain names. */
    note: noteText,
    preview: previewText,
  }),
});
