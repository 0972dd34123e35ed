import { type Language, markedText } from '#kernel/language.ts';
import type { InboxGroup } from '../domain/who-sees.ts';

const names: Readonly<Record<InboxGroup, string>> = {
  dispute: markedText('Disputed payments'),
  fraud_warning: markedText('Early fraud warnings'),
  order_problem: markedText('Orders with a problem'),
  charge_unclear: markedText('Charges without an answer'),
  payout: markedText('Payouts to look at'),
  money_contradicted: markedText('Contradicted by the provider'),
  money_unmatched: markedText('Money without an order'),
  money_double: markedText('Paid twice'),
  money_over: markedText('Too much paid'),
  money_short: markedText('Too little paid'),
  money_late: markedText('Paid too late'),
  money_amount: markedText('Wrong amounts'),
  money_currency: markedText('Wrong currency'),
  refund_unclear: markedText('Refunds without an answer'),
  refund_failed: markedText('Failed refunds'),
  gateway_not_answering: markedText('Silent payment providers'),
  gateway_messages_missing: markedText('Messages that do not arrive'),
  message_given_up: markedText('Messages nobody could read'),
  refund_requested: markedText('Refunds to decide'),
  order_owed: markedText('Owed to customers'),
  cancellation: markedText('Cancelled events'),
  mail_given_up: markedText('Mail not delivered'),
  mails_held: markedText('Mail held back'),
  webhook_given_up: markedText('Webhook'),
  gateway_shown: markedText('Payment provider'),
};

/** A kind that is newer than this page keeps its own name. */
export const groupName = ({ translate }: Language, group: string): string =>
  group in names ? translate(names[group as InboxGroup]) : group.replaceAll('_', ' ');
