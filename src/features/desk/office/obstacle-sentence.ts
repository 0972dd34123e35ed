import { type DateSettings, formatDate, formatDateTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import type { NextPart, Obstacle } from '../domain/right-now.ts';

/** Tells staff about the customer. */
export function obstacleSentence(
  { text, countText }: Language,
  found: Obstacle,
  shop: MoneySettings & DateSettings,
  now: Date,
): string {
  const ending = (endsAt: string | null) =>
    endsAt === null
      ? null
      : text('If it is not paid, the order is cancelled on {date}.', { date: formatDate(endsAt, shop) });
  switch (found.kind) {
    case 'ended':
      return found.status === 'cancelled'
        ? text('The order was cancelled, and its items are back on sale.')
        : text('The order was not paid in time, and its items are back on sale.');
    case 'money_problem':
      return text(
        'The money received does not match what was due, so no further payments can be made until someone resolves this.',
      );
    case 'disputed':
      return text('Its payment is disputed, so its tickets will not be admitted until the dispute has been decided.');
    case 'payment_under_way':
      return text('A card payment is in progress.');
    case 'overdue':
      return sentences(
        countText(
          found.count,
          {
            one: '{amount} has been overdue since {date}.',
            other: '{count} payments totalling {amount} have been overdue since {date}.',
          },
          { amount: formatMoney(found.amount, shop), date: formatDate(found.since, shop) },
        ),
        ending(found.endsAt),
      );
    case 'unpaid':
      return found.until === null
        ? text('{amount} has not been paid yet.', { amount: formatMoney(found.amount, shop) })
        : text('{amount} has not been paid yet. The items are held until {time}.', {
            amount: formatMoney(found.amount, shop),
            time: formatDateTime(found.until, shop),
          });
    case 'plan_open':
      return sentences(
        text('{amount} of the payment plan has not been paid yet.', { amount: formatMoney(found.amount, shop) }),
        found.next && nextPartSentence(text, found.next, shop, now),
        ending(found.next?.endsAt ?? null),
      );
    case 'terms_open':
      return text('The Terms and Conditions have not been accepted yet.');
    case 'refund':
      if (!found.blocksPayments)
        return found.state === 'requested' ? text('A refund has been requested.') : text('A refund is being paid out.');
      return found.state === 'requested'
        ? text('A refund has been requested, so no further payments can be made.')
        : text('A refund is being paid out, so no further payments can be made.');
    case 'no_tickets':
      return countText(found.count, {
        one: 'The ticket cannot be downloaded.',
        other: 'The {count} tickets cannot be downloaded.',
      });
  }
}

const sentences = (...all: readonly (string | null)[]): string => all.filter((one) => one !== null).join(' ');

function nextPartSentence(
  text: Language['text'],
  { place, amount, dueAt }: NextPart,
  shop: MoneySettings & DateSettings,
  now: Date,
): string {
  const part = { place, amount: formatMoney(amount, shop) };
  const dayOf = (moment: Date) => isoDay(localDay(moment, shop.timezone));
  return dayOf(new Date(dueAt)) === dayOf(now)
    ? text('Instalment {place}, {amount}, is due today.', part)
    : text('Instalment {place}, {amount}, is due on {date}.', { ...part, date: formatDate(dueAt, shop) });
}
