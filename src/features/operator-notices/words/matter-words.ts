import type { Attention } from '#features/payments/domain/attention.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import type { PayoutAttention } from '#features/payouts/domain/payout-parts.ts';
import { mailKindNames } from '#features/staff/words/mail-kind-names.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Matter, MatterKind, Sum } from '../domain/matter.ts';

/** The language and formats of a shop's sums and times. */
export interface MatterWriting {
  readonly language: Language;
  readonly locale: string;
  readonly timezone: string;
  readonly currency: string;
  readonly currencyDigits: number;
}

type MatterOf<K extends MatterKind> = Extract<Matter, { kind: K }>;
type Words = Pick<Language, 'text' | 'countText' | 'translate'> & { readonly sum: string };

interface KindWords<K extends MatterKind> {
  /** Contains nothing private, because it is used in the subjects of mails and sent to other programs. */
  sentence(matter: MatterOf<K>, words: Words): string;
  /** Further facts, also without anything private. */
  facts?(matter: MatterOf<K>, writing: MatterWriting): string[];
}

const moneyWords: Readonly<Record<Attention, (words: Words) => string>> = {
  late: ({ text, sum }) => text('{sum} arrived too late', { sum }),
  short: ({ text, sum }) => text('{sum} is less than the amount due', { sum }),
  over: ({ text, sum }) => text('{sum} is more than the amount due', { sum }),
  double: ({ text, sum }) => text('{sum} was paid for an order that had already been paid', { sum }),
  unmatched: ({ text, sum }) => text('{sum} belongs to no known order', { sum }),
  currency: ({ text, sum }) => text('{sum} is in a different currency from the amount due', { sum }),
  amount: ({ text, sum }) => text('{sum} is not the amount due', { sum }),
  contradicted: ({ text, sum }) => text('{sum} is contradicted by the payment provider', { sum }),
};

const payoutWords: Readonly<Record<PayoutAttention, (words: Words) => string>> = {
  failed: ({ text, sum }) => text('A payout of {sum} did not reach the bank', { sum }),
  parts_differ: ({ text, sum }) => text('A payout of {sum} does not match its breakdown', { sum }),
  parts_missing: ({ text, sum }) => text('The breakdown of a payout of {sum} is missing', { sum }),
  currency: ({ text, sum }) => text('A payout of {sum} is in a different currency from the shop’s', { sum }),
};

const kindWords: { readonly [K in MatterKind]: KindWords<K> } = {
  money_to_settle: {
    sentence: ({ details }, words) => moneyWords[details.attention](words),
    facts({ details: { source, returnAt, returnStatus } }, writing) {
      const { text } = writing.language;
      const from = source === 'bank' ? text('By bank transfer') : providerName(source);
      if (returnStatus === 'pending') return [from, text('on its way back to the card')];
      if (returnStatus === 'failed') return [from, text('could not be sent back')];
      if (!returnAt) return [from];
      return [from, text('goes back to the card on {time}', { time: moment(returnAt, writing) })];
    },
  },
  dispute: {
    sentence: (_, { text, sum }) => text('{sum} is disputed by its payer', { sum }),
    facts: ({ details: { gateway, answerBy, refunded } }, writing) => [
      providerName(gateway),
      ...(answerBy ? [writing.language.text('answer by {day}', { day: day(answerBy, writing) })] : []),
      ...(refunded > 0
        ? [writing.language.text('part of it has been refunded to the card: submit proof of that refund')]
        : []),
    ],
  },
  charge_unclear: {
    sentence: (_, { text, sum }) => text('It is unclear whether {sum} was charged to a saved card', { sum }),
    facts: ({ details: { gateway, reference } }) => [providerName(gateway), reference],
  },
  fraud_warning: {
    sentence: (_, { text, sum }) => text('The cardholder’s bank warns that {sum} may be fraud', { sum }),
    facts: ({ details: { gateway } }, { language }) => [
      providerName(gateway),
      language.text('a refund now avoids a dispute and its fee'),
    ],
  },
  payout: {
    sentence: ({ details }, words) => payoutWords[details.why](words),
    facts: ({ details: { gateway, payoutId } }) => [providerName(gateway), payoutId],
  },
  order_problem: {
    sentence: ({ orderCode }, { text }) => text('Order {code} has a problem', { code: orderCode ?? '' }),
  },
  refund_unclear: {
    sentence: (_, { text, sum }) => text('It is unclear whether {sum} was refunded to a card', { sum }),
    facts: ({ details: { gateway, movement } }) => [providerName(gateway), movement],
  },
  refund_failed: {
    sentence: ({ refundNumber }, { text, sum }) =>
      text('{sum} of refund {number} could not be paid', { sum, number: refundNumber ?? '' }),
  },
  transfer_file_waiting: {
    sentence: ({ details: { file } }, { text, sum }) =>
      text('Refund file {file} of {sum} needs a second person', { file, sum }),
  },
  order_owed: {
    sentence: ({ orderCode }, { text, sum }) =>
      text('{sum} is owed to the customer of order {code}', { sum, code: orderCode ?? '' }),
  },
  gateway_not_answering: {
    sentence: ({ details }, { text }) =>
      text('{provider} is not responding, and payments are waiting for it', {
        provider: providerName(details.gateway),
      }),
  },
  gateway_messages_missing: {
    sentence: ({ details }, { text }) =>
      text('Messages from {provider} are not arriving, so payments are noticed late', {
        provider: providerName(details.gateway),
      }),
  },
  message_given_up: {
    sentence: ({ details }, { text }) =>
      text('A message from {provider} could not be processed', { provider: providerName(details.gateway) }),
  },
  cancellation: {
    sentence: ({ details: { needYou, name } }, { countText }) =>
      countText(
        needYou,
        {
          one: '{count} order of the cancelled {name} needs a decision',
          other: '{count} orders of the cancelled {name} need a decision',
        },
        { name },
      ),
  },
  order_reminder: {
    sentence: ({ orderCode }, { text }) => text('A note on order {code} has a reminder', { code: orderCode ?? '' }),
  },
  mail_given_up: {
    sentence: ({ details: { id, mailKind } }, { text, translate }) =>
      text('Email {number} ({kind}) could not be delivered', {
        number: id,
        kind: translate(mailKindNames[mailKind] ?? mailKind),
      }),
  },
  mails_held: {
    sentence: ({ details: { count } }, { countText }) =>
      countText(count, {
        one: '{count} email is waiting for the mail server',
        other: '{count} emails are waiting for the mail server',
      }),
  },
  webhook_given_up: {
    sentence: ({ details: { count } }, { countText }) =>
      countText(count, {
        one: '{count} webhook call has been failing for two days',
        other: '{count} webhook calls have been failing for two days',
      }),
  },
  gateway_shown: {
    sentence: (_, { text }) => text('The footer does not show the payment provider that takes payments'),
  },
};

/** One sentence about a matter, without a full stop and without anything private. */
export const matterSentence = <K extends MatterKind>(matter: MatterOf<K>, writing: MatterWriting): string => {
  const { text, countText, translate } = writing.language;
  return kindWords[matter.kind as K].sentence(matter, {
    text,
    countText,
    translate,
    sum: sumText(matter.sum, writing),
  });
};

/** Further facts that help to find the matter: provider, order, deadline, since when. Nothing private. */
export function matterFacts<K extends MatterKind>(matter: MatterOf<K>, writing: MatterWriting): string[] {
  const { text } = writing.language;
  const { orderCode, since } = matter;
  const isNamed = orderCode && matterSentence(matter, writing).includes(orderCode);
  return [
    ...(kindWords[matter.kind as K].facts?.(matter, writing) ?? []),
    ...(orderCode && !isNamed ? [text('order {code}', { code: orderCode })] : []),
    ...(since ? [text('since {time}', { time: moment(since, writing) })] : []),
  ];
}

/** Formats a sum. The number of digits of another currency is unknown. */
export const sumText = (sum: Sum | undefined, { language, ...shop }: MatterWriting): string => {
  if (!sum) return '';
  const currency = sum.currency ?? shop.currency;
  return currency === shop.currency
    ? formatMoney(sum.amount, shop)
    : language.text('{amount} {currency} (minor units)', { amount: sum.amount, currency });
};

const day = (at: Date, { locale, timezone: timeZone }: MatterWriting): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at);

const moment = (at: Date, { locale, timezone: timeZone }: MatterWriting): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
