import { z } from 'zod';
import { codeText } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';

export const presence = officeCall({
  name: 'presence',
  summary:
    'Records that the caller is looking at an order or a matter, and returns who else is. Open pages repeat the call',
  needs: { none: 'It names colleagues and nothing else.', who: 'staff' },
  fresh: false,
  changes: true,
  // True only at this moment, so it is not kept for repeated requests.
  secret: true,
  request: z.object({
    /** The code of an order; for a matter of the inbox that has no order, the key of the matter. */
    place: codeText,
    /** The page is being closed or shows something else now. */
    leaves: z.boolean().default(false),
  }),
  /** Names, in alphabetical order. */
  answer: z.object({ others: z.array(z.string()) }),
});
