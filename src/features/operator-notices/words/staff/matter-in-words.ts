import { providerName } from '#features/payments/domain/provider-name.ts';
import type { Language } from '#kernel/language.ts';
import { NO_ANSWER, statusIn } from '../../domain/webhook-error.ts';

interface ShownMatter {
  readonly kind: string;
  readonly facts: { readonly from: string | null; readonly count: number | null; readonly detail: string };
}

/** Explains to staff what happened and what it needs; null for kinds whose actions explain it. */
export function matterInWords({ text, countText }: Language, { kind, facts }: ShownMatter): string | null {
  const from = facts.from ?? '';
  const count = facts.count ?? 0;
  const provider = { provider: providerName(from) };
  switch (kind) {
    case 'dispute':
      return text('The payer has disputed this payment with their bank.');
    case 'fraud_warning':
      return text('The cardholder’s bank warns that this payment may be fraudulent. It gives this reason:');
    case 'order_reminder':
      return text('{name} noted:', { name: from });
    case 'refund_unclear':
      return text('{provider} has not confirmed whether this refund was made.', provider);
    case 'charge_unclear':
      return text('{provider} has not confirmed whether the saved card was charged.', provider);
    case 'transfer_file_waiting':
      return countText(
        count,
        {
          one: '{name} made this file of {count} refund. It can go to the bank once you approve it.',
          other: '{name} made this file of {count} refunds. It can go to the bank once you approve it.',
        },
        { name: from },
      );
    case 'mail_given_up':
      return text('This email could not be delivered, and the shop has stopped trying. The last error was:');
    case 'mails_held':
      return countText(count, {
        one: '{count} email is waiting for the mail server. It will be sent as soon as the server accepts it. The last error was:',
        other:
          '{count} emails are waiting for the mail server. They will be sent as soon as the server accepts them. The last error was:',
      });
    case 'message_given_up':
      return text('A message from {provider} could not be processed. The last error was:', provider);
    case 'gateway_not_answering':
      return text(
        '{provider} is not responding, and payments are waiting for it. The shop keeps trying. You only need to act if {provider} reports no outage.',
        provider,
      );
    case 'gateway_messages_missing':
      return text(
        'Messages from {provider} are not arriving, so payments are noticed late. Check in your {provider} account that they are sent to this shop.',
        provider,
      );
    case 'webhook_given_up':
      return countText(count, {
        one: '{count} call to your webhook failed. It only reported what this inbox shows.',
        other: '{count} calls to your webhook failed. They only reported what this inbox shows.',
      });
    case 'gateway_shown':
      return text(
        'The shop’s footer names a different payment provider from the one that takes the payments. Correct “payment.gateway” in the shop folder, or PAYMENT_GATEWAYS.',
      );
    default:
      return null;
  }
}

/** What a provider, a mail server or a colleague wrote, or why calls to the webhook failed. Empty if it is not shown. */
export function quotedIn({ text }: Language, { kind, facts: { detail } }: ShownMatter): string {
  if (kind === 'gateway_shown' || detail === '') return '';
  if (kind !== 'webhook_given_up') return detail;
  const status = statusIn(detail);
  if (status !== null) return text('Your webhook answered with status {status}.', { status });
  if (detail === NO_ANSWER) return text('Your webhook did not answer in time.');
  return text('Your webhook could not be reached: {error}', { error: detail });
}
