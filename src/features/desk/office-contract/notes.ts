import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, noteText, text } from '#wire/fields.ts';

const noteId = z.int().positive();

export const orderNoteWrite = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-note-write',
  summary: 'Writes a note on an order',
  request: z.object({
    code: codeText,
    body: noteText,
    is_pinned: z.boolean(),
    /**
     * Such as 2027-07-12, in the shop's time zone: the order is in the inbox from that day on. Empty for no reminder.
     */
    remind_on: text(10),
  }),
  answer: z.object({}),
});

export const orderReminderSet = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-reminder-set',
  summary: 'Sets, moves or ends the reminder of a note, unless somebody else has changed it',
  request: z.object({
    code: codeText,
    note: noteId,
    /** The day that the caller saw; empty if there was none. */
    was: text(10),
    /** Empty ends the reminder. */
    remind_on: text(10),
  }),
  answer: z.object({}),
});

export const orderNoteRemove = officeCall({
  needs: { permission: 'orders.serve' },
  fresh: false,
  changes: true,
  name: 'order-note-remove',
  summary: 'Deletes a note from an order',
  request: z.object({ code: codeText, note: noteId }),
  answer: z.object({}),
});
