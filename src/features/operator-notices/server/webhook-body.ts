import { isUrgent, type Matter } from '../domain/matter.ts';
import { matterSentence } from '../words/matter-words.ts';
import type { NoticeLook } from './operator-mails.ts';

/** Codes, sums and times of a matter. Nothing private, because other companies run the programs that receive it. */
export const webhookBody = ({ writing, inboxUrl }: NoticeLook, matter: Matter): Record<string, unknown> => ({
  kind: matter.kind,
  key: matter.key,
  urgent: isUrgent(matter),
  since: matter.since?.toISOString() ?? null,
  amount: matter.sum?.amount ?? null,
  currency: matter.sum ? (matter.sum.currency ?? writing.currency) : null,
  order: matter.orderCode ?? null,
  receipt: matter.receiptId ?? null,
  refund: matter.refundNumber ?? null,
  text: matterSentence(matter, writing),
  url: `${inboxUrl}/${encodeURIComponent(matter.key)}`,
});
