import { z } from 'zod';
import { previewedEach, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, money } from '#wire/fields.ts';

const cancellation = z.int().positive();

export const cancellationOpen = officeCall({
  name: 'cancellation-open',
  summary: 'The progress of the refunds of a cancelled event, and the orders that need a person',
  needs: { permission: 'refunds.decide' },
  fresh: false,
  changes: false,
  request: z.object({ cancellation }),
  answer: z.object({
    name: z.string(),
    /** Shown to customers. */
    reason: z.string(),
    is_paused: z.boolean(),
    waiting: z.int(),
    done: z.int(),
    need_you: z.int(),
    /** At most 20, oldest first. */
    orders: z.array(z.object({ code: z.string(), total: money, why: z.string() })),
  }),
});

export const cancellationRetry = officeCall({
  name: 'cancellation-retry',
  summary: 'Refunds or cancels these orders of a cancelled event, which needed a person, where that is now possible',
  needs: { permission: 'refunds.decide' },
  fresh: false,
  changes: true,
  request: z.object({ cancellation, codes: z.array(codeText).min(1).max(20), preview: previewText }),
  answer: previewedEach,
});

export const cancellationPause = officeCall({
  name: 'cancellation-pause',
  summary: 'Pauses or resumes the refunds of a cancelled event, which stays off sale',
  needs: { permission: 'refunds.decide' },
  fresh: false,
  changes: true,
  request: z.object({ cancellation, is_paused: z.boolean() }),
  answer: z.object({ waiting: z.int() }),
});
