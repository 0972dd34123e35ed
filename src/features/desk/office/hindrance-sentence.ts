import { type DateSettings, formatDate, formatDateTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import type { Hindrance } from '../domain/right-now.ts';

/** For the office, about the customer. */
export function hindranceSentence(
  { text, countText }: Language,
  found: Hindrance,
  shop: MoneySettings & DateSettings,
): string {
  switch (found.kind) {
    case 'ended':
      return found.status === 'cancelled'
        ? text('The order was cancelled, and its items are back on sale.')
        : text('The order was not paid in time, and its items are back on sale.');
    case 'money_problem':
      return text('Its money does not fit, so nothing can be paid until somebody settles it.');
    case 'payment_under_way':
      return text('A card payment is under way.');
    case 'overdue':
      return countText(
        found.count,
        {
          one: '{amount} is overdue since {date}.',
          other: '{count} payments, {amount} together, are overdue since {date}.',
        },
        { amount: formatMoney(found.amount, shop), date: formatDate(found.since, shop) },
      );
    case 'unpaid':
      return found.until === null
        ? text('{amount} is not paid yet.', { amount: formatMoney(found.amount, shop) })
        : text('{amount} is not paid yet. The items are kept until {time}.', {
            amount: formatMoney(found.amount, shop),
            time: formatDateTime(found.until, shop),
          });
    case 'terms_open':
      return text('The terms are not accepted yet.');
    case 'refund':
      return found.state === 'requested'
        ? text('A refund is requested, so nothing else can be paid.')
        : text('A refund is being paid, so nothing else can be paid.');
    case 'no_tickets':
      return countText(found.count, {
        one: 'The ticket cannot be downloaded.',
        other: 'The {count} tickets cannot be downloaded.',
      });
  }
}
