import type { Language } from '#kernel/language.ts';
import { type Labels, type Status, statusOf } from '#ui/status.ts';
import type { Tone } from '#ui/tone.ts';

const itemTones: Readonly<Record<string, Tone>> = {
  active: 'ok',
  refund: 'info',
  refunding: 'progress',
  'refund-problem': 'progress',
  refunded: 'neutral',
  cancelled: 'neutral',
};

/** The status of a ticket or purchase; `labels` are `config.ticketStatuses` or `config.merchandiseStatuses`. */
export function itemStatus(
  { text }: Language,
  item: { status: string; pending?: boolean; reassigned?: boolean },
  labels: Labels,
): Status {
  if (item.reassigned && item.status === 'active') return { tone: 'neutral', label: text('Transferred') };
  // An item in a refund no longer waits for a payment.
  if (item.pending && item.status === 'active') return { tone: 'warn', label: text('Pending payment') };
  return statusOf(item.status, itemTones, labels);
}
