import type { OfficeAnswer } from '#browser/office-calls.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { declineReasonInWords } from '#features/payments/words/staff/decline-reasons.ts';
import { actionInWords } from '#features/staff/words/audit-words.ts';
import { type DateSettings, formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';

export type TimelineEntry = OfficeAnswer<'order-timeline'>['entries'][number];
type EntryOf<What extends TimelineEntry['what']> = Extract<TimelineEntry, { what: What }>;
type Shop = MoneySettings & DateSettings & { currency: string };

/** Describes an event in one sentence; '' for a note, whose text is shown instead. */
export function timelineSentence(entry: TimelineEntry, language: Language, shop: Shop): string {
  const { text } = language;
  switch (entry.what) {
    case 'placed':
      return text('Order placed: {amount}', { amount: formatMoney(entry.amount, shop) });
    case 'terms_accepted':
      return text('Terms and Conditions accepted');
    case 'received':
      return entry.source === 'bank'
        ? text('{amount} received by bank transfer', { amount: sumOf(entry, shop) })
        : text('{amount} received through {provider}', {
            amount: sumOf(entry, shop),
            provider: providerName(entry.source),
          });
    case 'attempt_failed':
      return attemptSentence(entry, language, shop);
    case 'document':
      return {
        invoice: text('Invoice {number} issued', { number: entry.number }),
        advance: text('Invoice {number} for a payment on account issued', { number: entry.number }),
        credit_note: text('Credit note {number} issued', { number: entry.number }),
      }[entry.series];
    case 'refund_requested':
      return text('Refund {code} requested: {amount}', { code: entry.code, amount: formatMoney(entry.amount, shop) });
    case 'ticket_changed':
      return ticketSentence(entry, language, shop);
    case 'action':
      return actionInWords(entry.action, language);
    case 'mail':
      return mailSentence(entry, language);
    case 'note':
      return '';
  }
}

const sumOf = ({ amount, currency }: EntryOf<'received'>, shop: Shop): string =>
  currency === shop.currency ? formatMoney(amount, shop) : `${amount} ${currency}`;

function attemptSentence(
  { amount, status, reason, by_saved_card: saved }: EntryOf<'attempt_failed'>,
  language: Language,
  shop: Shop,
) {
  const { text } = language;
  const sum = { amount: formatMoney(amount, shop) };
  if (status === 'problem') return text('Card payment of {amount} has a problem', sum);
  if (status !== 'declined') return text('Card payment of {amount} not completed', sum);
  const declined = saved ? text('Saved card declined for {amount}', sum) : text('Card declined for {amount}', sum);
  return reason ? `${declined}: ${declineReasonInWords(reason, language)}` : declined;
}

function mailSentence({ subject, to, status, is_readable: isReadable }: EntryOf<'mail'>, { text }: Language): string {
  if (!isReadable && subject === '') return text('Email, deleted after its retention period');
  switch (status) {
    case 'sent':
      return text('Email “{subject}” sent to {email}', { subject, email: to });
    case 'waiting':
      return text('Email “{subject}” to {email} is waiting to be sent', { subject, email: to });
    case 'failed':
      return text('Email “{subject}” to {email} was not delivered', { subject, email: to });
  }
}

function ticketSentence(
  { item, kind, before, after }: EntryOf<'ticket_changed'>,
  { text }: Language,
  shop: Shop,
): string {
  if (kind === 'travel_time') {
    const time = (at: string | null) => (at === null ? '–' : formatTravelTime(at, shop.timezone, shop));
    return text('{item} moved from {before} to {after}', {
      item,
      before: time(before.travel_time),
      after: time(after.travel_time),
    });
  }
  const isErased = [before, after].every(({ full_name: name, email }) => name === null && email === null);
  if (isErased) return text('Holder of {item} changed', { item });
  const changed = ([was, is]: readonly [string | null, string | null]) => was !== is;
  const facts = (
    [
      [before.full_name, after.full_name],
      [before.email, after.email],
      [before.age, after.age],
    ] as const
  ).filter(changed);
  return text('Holder of {item} changed from {before} to {after}', {
    item,
    before: facts.map(([was]) => was ?? '–').join(', '),
    after: facts.map(([, is]) => is ?? '–').join(', '),
  });
}
