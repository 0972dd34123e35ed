import type { AuditAction } from '#features/staff/domain/audit-action.ts';
import type { Permission } from '#features/staff/domain/permissions.ts';

/** The actions that deal with a matter of the inbox, each with the permission needed to see that it was done. */
export const DONE_ACTIONS: Partial<Readonly<Record<AuditAction, Permission>>> = {
  'payment.recorded': 'money.book',
  'payment.undone': 'money.book',
  'payment.assigned': 'money.book',
  'payment.settled': 'money.book',
  'payment.kept': 'money.book',
  'payment.sent_back': 'money.book',
  'payment.returned': 'money.book',
  'payment.charge_ended': 'money.book',
  'fraud_warning.settled': 'money.book',
  'payout.settled': 'money.book',
  'order.problem_settled': 'orders.see',
  'order.reminder_ended': 'orders.serve',
  'order.reminder_set': 'orders.serve',
  'refund.processing': 'refunds.decide',
  'refund.refused': 'refunds.decide',
  'refund.movement_retried': 'refunds.decide',
  'refund.movement_looked_up': 'refunds.decide',
  'transfer_file.approved': 'payouts.make',
  'event.cancellation_resumed': 'refunds.decide',
  'message.retried': 'health.see',
  'message.settled': 'health.see',
  'webhook.retried': 'health.see',
  'webhook.dropped': 'health.see',
  'inbox.snoozed': 'orders.see',
};
