import type { Attention } from '#features/payments/domain/attention.ts';
import type { Permission } from '#features/staff/domain/permissions.ts';
import type { MatterKind } from './matter.ts';

/** Customers' refund requests wait in the inbox, too, but no mail is sent about them. */
export type InboxKind = MatterKind | 'refund_requested';

/** The permission to deal with a kind of matter, which is also needed to see it in the inbox. */
export const PERMISSION_OF: Readonly<Record<InboxKind, Permission>> = {
  money_to_settle: 'money.book',
  order_owed: 'money.book',
  dispute: 'money.book',
  fraud_warning: 'money.book',
  payout: 'money.book',
  charge_unclear: 'money.book',
  order_problem: 'orders.see',
  order_reminder: 'orders.serve',
  refund_requested: 'refunds.decide',
  refund_unclear: 'refunds.decide',
  refund_failed: 'refunds.decide',
  transfer_file_waiting: 'payouts.make',
  cancellation: 'refunds.decide',
  mail_given_up: 'mails.see',
  mails_held: 'mails.see',
  message_given_up: 'health.see',
  gateway_not_answering: 'health.see',
  gateway_messages_missing: 'health.see',
  webhook_given_up: 'health.see',
  gateway_shown: 'health.see',
};

/** The kinds of mails that list matters. */
export const NOTICE_KINDS: readonly string[] = ['operator-urgent', 'operator-digest'];

/** Whether somebody sees every matter, and so may read the mails that list them. */
export const seesEveryMatter = (may: (permission: Permission) => boolean): boolean =>
  Object.values(PERMISSION_OF).every(may);

/** Money waits for different reasons, and each is a group of its own in the inbox. */
export type InboxGroup = Exclude<InboxKind, 'money_to_settle'> | `money_${Attention}`;

/** The order of the inbox: matters that cost money or trust with every hour come first. */
export const GROUPS: readonly InboxGroup[] = [
  'dispute',
  'fraud_warning',
  'order_problem',
  'charge_unclear',
  'payout',
  'money_contradicted',
  'money_unmatched',
  'money_double',
  'money_over',
  'money_short',
  'money_late',
  'money_amount',
  'money_currency',
  'refund_unclear',
  'refund_failed',
  'gateway_not_answering',
  'message_given_up',
  'refund_requested',
  'transfer_file_waiting',
  'order_owed',
  'order_reminder',
  'gateway_messages_missing',
  'cancellation',
  'mail_given_up',
  'mails_held',
  'webhook_given_up',
  'gateway_shown',
];

export const groupOf = (kind: InboxKind, attention: Attention | null): InboxGroup =>
  kind === 'money_to_settle' ? `money_${attention ?? 'unmatched'}` : kind;
