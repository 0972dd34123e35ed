import type { Permission } from '#features/staff/domain/permissions.ts';
import type { MatterKind } from './matter.ts';

/** Requests of customers for a refund wait in the inbox too; nobody is mailed about them. */
export type InboxKind = MatterKind | 'refund_requested';

/** Who can do something about a kind, and so sees it in the inbox. */
export const PERMISSION_OF: Readonly<Record<InboxKind, Permission>> = {
  money_to_settle: 'money.book',
  order_owed: 'money.book',
  dispute: 'money.book',
  order_problem: 'orders.see',
  refund_requested: 'refunds.decide',
  cancellation: 'refunds.decide',
  mail_given_up: 'mails.see',
  mails_held: 'mails.see',
  message_given_up: 'health.see',
  gateway_shown: 'health.see',
};

/** The order of the inbox: what costs money or trust by the hour comes first. */
export const KIND_ORDER: readonly InboxKind[] = [
  'dispute',
  'order_problem',
  'money_to_settle',
  'message_given_up',
  'refund_requested',
  'order_owed',
  'cancellation',
  'mail_given_up',
  'mails_held',
  'gateway_shown',
];
