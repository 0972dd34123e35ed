import { z } from 'zod';
import { codeText } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';

export const presence = officeCall({
  name: 'presence',
  summary:
    'Records that the caller is looking at something, and returns who else is. A page repeats it while it is shown',
  needs: { none: 'It names colleagues and nothing else.', who: 'staff' },
  fresh: false,
  changes: true,
  // True only at this moment, so it is not kept for repeated requests.
  secret: true,
  /** The code of an order, or the key of a matter of the inbox without an order. */
  request: z.object({
    place: codeText,
    /** The page is being closed or shows something else now. */
    leaves: z.boolean().default(false),
  }),
  /** Names, in alphabetical order. */
  answer: z.object({ others: z.array(z.string()) }),
});
