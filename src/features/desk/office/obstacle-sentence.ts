import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { declineReasonInWords } from '#features/payments/words/staff/decline-reasons.ts';
import { type DateSettings, formatDate, formatDateTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import type { NextInstalment, Obstacle } from '../domain/right-now.ts';

/** All obstacles except money that waits, which `whatIsWrong` explains. */
type OrderObstacle = Exclude<Obstacle, { readonly kind: 'money_waits' }>;

interface Reader {
  readonly booksMoney: boolean;
  readonly decidesRefunds: boolean;
  readonly resetsAttempts: boolean;
  readonly resendsMails: boolean;
}

/**
 * Explains to staff what the customer cannot do now, or has to wait for. With a reader, it adds what to do about it on
 * the order's page, if the reader has the permission.
 */
export function obstacleSentence(
  language: Language,
  found: OrderObstacle,
  shop: MoneySettings & DateSettings,
  { now, reader }: { readonly now: Date; readonly reader: Reader | null },
): string {
  const { text, countText } = language;
  const ending = (endsAt: string | null) =>
    endsAt === null
      ? null
      : text('If it is not paid, the order is cancelled on {date}.', { date: formatDate(endsAt, shop) });
  const held = (until: string | null) =>
    until === null ? null : text('The items are held until {time}.', { time: formatDateTime(until, shop) });
  switch (found.kind) {
    case 'ended':
      return found.status === 'cancelled'
        ? text('The order was cancelled, and its items are back on sale.')
        : text('The order was not paid in time, and its items are back on sale.');
    case 'owed': {
      const owed = text('{amount} that was paid for it is still owed to the customer.', {
        amount: formatMoney(found.amount, shop),
      });
      if (!reader) return owed;
      return reader.booksMoney
        ? sentences(owed, text('Send it by bank transfer in your bank, then press “Money sent back…” here.'))
        : sentences(owed, text('Someone who can book payments has to send it back.'));
    }
    case 'money_problem':
      if (found.isExplained)
        return sentences(
          chargedBackSentence(language, found.chargedBack, shop),
          text('No further payments can be made until someone has decided what happens to this money.'),
        );
      return sentences(
        chargedBackSentence(language, found.chargedBack, shop),
        found.missing > 0
          ? text('{amount} is missing, and no further payments can be made until someone settles this.', {
              amount: formatMoney(found.missing, shop),
            })
          : text('The order has a payment problem, so no further payments can be made until someone settles it.'),
        reader?.booksMoney ? text('Record the money once it arrives, or press “Settle the problem…”.') : null,
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
            other: '{count} payments totalling {amount} are overdue, the oldest since {date}.',
          },
          { amount: formatMoney(found.amount, shop), date: formatDate(found.since, shop) },
        ),
        ending(found.endsAt),
      );
    case 'unpaid':
      return sentences(
        text('{amount} has not been paid yet.', { amount: formatMoney(found.amount, shop) }),
        found.payBy && text('The customer was asked to pay by {date}.', { date: formatDate(found.payBy, shop) }),
        held(found.until),
      );
    case 'card_declined':
      return sentences(
        text('The last card payment, {amount}, was declined on {time}.', {
          amount: formatMoney(found.amount, shop),
          time: formatDateTime(found.at, shop),
        }),
        found.reason
          ? text('The payment provider gives this reason: {reason}.', {
              reason: declineReasonInWords(found.reason, language),
            })
          : text('The payment provider knows the reason.'),
        found.mayRetry && reader
          ? reader.resendsMails
            ? text('The customer can try again with the link in the email that “Send email again…” sends.')
            : text('The customer can try again with the link in the order’s email. Support can send it again.')
          : null,
      );
    case 'attempts_used':
      return sentences(
        countText(
          found.attempts,
          {
            one: 'The customer cannot pay {reference} by card, because its only attempt is used.',
            other: 'The customer cannot pay {reference} by card, because all {count} attempts are used.',
          },
          { reference: found.payment },
        ),
        !reader || reader.resetsAttempts ? null : text('Someone who can change payment plans can allow more attempts.'),
      );
    case 'plan_open':
      return sentences(
        text('{amount} of the payment plan has not been paid yet.', { amount: formatMoney(found.amount, shop) }),
        found.next && nextInstalmentSentence(text, found.next, shop, now),
        ending(found.next?.endsAt ?? null),
        held(found.until),
      );
    case 'refund_requested':
      return sentences(
        text('Refund {refund} of {amount} has been requested and waits for a decision.', {
          refund: found.refund,
          amount: formatMoney(found.amount, shop),
        }),
        reader?.decidesRefunds ? text('To decide, open it below, under Money.') : null,
      );
    case 'account_needed':
      return sentences(
        text('{amount} of refund {refund} cannot be paid out until its bank account is known.', {
          amount: formatMoney(found.amount, shop),
          refund: found.refund,
        }),
        reader?.decidesRefunds ? text('Below, under Money, you can ask the customer for it or enter it.') : null,
      );
    case 'refund_returned': {
      const values = { amount: formatMoney(found.amount, shop), refund: found.refund };
      return sentences(
        found.reason === ''
          ? text('The bank returned {amount} of refund {refund} without a reason.', values)
          : text('The bank returned {amount} of refund {refund}. It gives this reason: {reason}.', {
              ...values,
              reason: bankReasonInWords(found.reason, language),
            }),
        reader?.decidesRefunds
          ? text(
              'You can send it to the same account again, or, below under Money, ask the customer for another account or enter one.',
            )
          : null,
      );
    }
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

function chargedBackSentence(
  language: Language,
  taken: Extract<Obstacle, { readonly kind: 'money_problem' }>['chargedBack'],
  shop: MoneySettings,
): string | null {
  if (!taken) return null;
  const amount = formatMoney(taken.amount, shop);
  return taken.reason === ''
    ? language.text('{amount} was charged back.', { amount })
    : language.text('{amount} was charged back. The bank gives this reason: {reason}.', {
        amount,
        reason: bankReasonInWords(taken.reason, language),
      });
}

function nextInstalmentSentence(
  text: Language['text'],
  { place, amount, dueAt }: NextInstalment,
  shop: MoneySettings & DateSettings,
  now: Date,
): string {
  const instalment = { place, amount: formatMoney(amount, shop) };
  const dayOf = (moment: Date) => isoDay(localDay(moment, shop.timezone));
  return dayOf(new Date(dueAt)) === dayOf(now)
    ? text('Instalment {place}, {amount}, is due today.', instalment)
    : text('Instalment {place}, {amount}, is due on {date}.', { ...instalment, date: formatDate(dueAt, shop) });
}
