import { z } from 'zod';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { noteText, text } from '#wire/fields.ts';

export const fraudWarningSettle = officeCall({
  name: 'fraud-warning-settle',
  summary: 'Keeps the money of a payment with a fraud warning, and removes the warning from the list',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  answer: previewed,
  request: z.object({
    /** The provider's id. */
    warning: text(200),
    /** The reason. Goes into the audit log, so it must not contain names. */
    note: noteText,
    preview: previewText,
  }),
});
