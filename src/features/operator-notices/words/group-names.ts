import { type Language, markedText } from '#kernel/language.ts';
import type { InboxGroup } from '../domain/who-sees.ts';

const names: Readonly<Record<InboxGroup, string>> = {
  dispute: markedText('Disputed payments'),
  fraud_warning: markedText('Early fraud warnings'),
  order_problem: markedText('Orders with a problem'),
  charge_unclear: markedText('Unconfirmed charges'),
  payout: markedText('Payouts to check'),
  money_contradicted: markedText('Contradicted by the provider'),
  money_unmatched: markedText('Money without an order'),
  money_double: markedText('Paid twice'),
  money_over: markedText('Too much paid'),
  money_short: markedText('Too little paid'),
  money_late: markedText('Paid too late'),
  money_amount: markedText('Wrong amounts'),
  money_currency: markedText('Wrong currency'),
  refund_unclear: markedText('Unconfirmed refunds'),
  refund_failed: markedText('Failed refunds'),
  gateway_not_answering: markedText('Providers not responding'),
  gateway_messages_missing: markedText('Missing messages'),
  message_given_up: markedText('Unprocessed messages'),
  refund_requested: markedText('Refunds to decide'),
  transfer_file_waiting: markedText('Refund files to approve'),
  order_owed: markedText('Owed to customers'),
  order_reminder: markedText('Reminders'),
  cancellation: markedText('Cancelled events'),
  mail_given_up: markedText('Email not delivered'),
  mails_held: markedText('Email held back'),
  webhook_given_up: markedText('Webhook'),
  gateway_shown: markedText('Payment provider'),
};

/** A group that is newer than this page is shown by its key. */
export const groupName = ({ translate }: Language, group: string): string =>
  group in names ? translate(names[group as InboxGroup]) : group.replaceAll('_', ' ');
