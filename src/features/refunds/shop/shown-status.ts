import type { Language } from '#kernel/language.ts';
import type { Labels, Status } from '#ui/status.ts';

/** A refund that is neither requested, completed nor cancelled is shown as processing. */
export function refundStatus({ text }: Language, value: string, labels: Labels): Status {
  if (value === 'active') return { tone: 'info', label: labels.active ?? text('Requested') };
  if (value === 'processed') return { tone: 'ok', label: labels.processed ?? text('Completed') };
  if (value === 'cancelled') return { tone: 'neutral', label: labels.cancelled ?? text('Cancelled') };
  return { tone: 'progress', label: labels[value] ?? text('Processing') };
}
