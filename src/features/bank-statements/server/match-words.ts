import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { type Language, markedText } from '#kernel/language.ts';
import type { Expected, Match, MoneyOut, Target } from '../domain/line-matches.ts';

type Words = Pick<Language, 'tag' | 'text' | 'translate' | 'countText'>;
type MoneyText = (amount: number) => string;

/** Explains in a few words how a line of a statement was matched. */
export function matchWords(language: Words, match: Match, money: MoneyText): string {
  const { text, translate } = language;
  switch (match.kind) {
    case 'certain': {
      const { reference, expects } = match.target;
      const booking = text('{reference} {expected}', { reference, expected: translate(expectedWords[expects]) });
      return match.why === 'look_alike' ? text('{booking} (code read despite a typing error)', { booking }) : booking;
    }
    case 'likely':
      return text('{why}: {orders}', {
        why:
          match.why === 'booked_otherwise'
            ? text('seems to have been booked already as receipt {receipt}', { receipt: match.receipt ?? 0 })
            : match.why === 'same_number'
              ? sameNumber(language, match.receipt)
              : translate(likelyWords[match.why]),
        orders: new Intl.ListFormat(language.tag, { type: match.isShared ? 'conjunction' : 'disjunction' }).format(
          match.targets.map((target) => targetWords(language, target, { isShared: match.isShared, money })),
        ),
      });
    case 'unknown':
      return match.why === 'same_number' ? sameNumber(language, match.receipt) : translate(unknownWords[match.why]);
    case 'payout':
      return text('payout {payout} of {gateway}', { payout: match.payout.payoutId, gateway: match.payout.gateway });
    case 'money_out':
      return moneyOutWords(language, match.what, money);
    case 'stopped':
      return stopText(language, match);
    case 'booked':
      return match.why === 'in_parts' ? text('a batch whose payments were booked one by one') : '';
  }
}

/** Describes effects of booking a line that go beyond its money, orders and mails; empty if there are none. */
export function effectWords({ text }: Words, match: Match): string {
  if (match.kind === 'payout') {
    const { payoutId: payout, gateway } = match.payout;
    return text('Payout {payout} of {gateway} will be marked as arrived.', { payout, gateway });
  }
  return match.kind === 'money_out' && match.what.kind === 'refund_returned'
    ? text('Refund {code} came back from the bank: it will go to the inbox.', { code: match.what.code })
    : '';
}

const expectedWords: Record<Expected, string> = {
  fits: markedText('pays exactly'),
  short: markedText('pays less than is due'),
  over: markedText('pays too much'),
  double: markedText('has already been paid'),
  late: markedText('pays an order that is no longer valid'),
};

/** Describes one of several orders to choose from. */
export function targetWords(
  { text, translate }: Words,
  { order, amount, expects, instalment }: Target,
  { isShared, money }: { readonly isShared: boolean; readonly money: MoneyText },
): string {
  if (isShared) return `${order} (${money(amount)})`;
  if (expects === 'double' && instalment !== undefined) {
    return text('instalment {number} of {order} has already been paid', { number: instalment, order });
  }
  return expects === 'fits'
    ? order
    : text('{reference} {expected}', { reference: order, expected: translate(expectedWords[expects]) });
}

const sameNumber = ({ text }: Words, receipt = 0): string =>
  text('receipt {receipt} was recorded with the same number but a different amount', { receipt });

type ReceiptReason = 'booked_otherwise' | 'same_number';

const likelyWords: Record<Exclude<Extract<Match, { kind: 'likely' }>['why'], ReceiptReason>, string> = {
  other_amount: markedText('the code matches, the amount does not'),
  not_expected: markedText('the code matches, but no payment is expected'),
  claimed_before: markedText('code and amount match, but an earlier line may pay this order'),
  bare_code: markedText('the code without its prefix and the amount match'),
  several_orders: markedText('it is the total of several orders'),
  name_and_amount: markedText('name and amount match'),
  same_payer: markedText('the amount matches, and this account has already paid towards this order'),
  only_open_amount: markedText('the only unpaid order with this amount'),
};

const unknownWords: Record<Exclude<Extract<Match, { kind: 'unknown' }>['why'], ReceiptReason>, string> = {
  no_reference: markedText('no reference'),
  no_such_order: markedText('no such order'),
  several_orders: markedText('several orders, but the total does not match'),
  batch_without_parts: markedText('a batch without a list of its payments'),
  returned: markedText('a payment of yours that was returned'),
  payout_other_amount: markedText('a payout, but for a different amount'),
};

const stopWords: Record<Extract<Match, { kind: 'stopped' }>['why'], string> = {
  amount_unreadable: markedText('the amount cannot be read'),
  amount_zero: markedText('the amount is 0'),
  two_amounts: markedText('both money in and money out'),
  day_unreadable: markedText('the day cannot be read'),
  direction_unreadable: markedText('neither money in nor money out'),
  line_unreadable: markedText('the line cannot be read'),
  parts_differ: markedText('its parts do not add up to the total'),
  not_booked_yet: markedText('not booked by the bank yet'),
  other_account: markedText('not an account of the shop'),
  other_currency: markedText('not in the shop’s currency'),
  day_is_running: markedText('the day is not over; import it tomorrow'),
  running_day: markedText('from the current day; import the statement for the full day'),
  parts_listed: markedText('a batch whose payments are listed one by one; they are booked instead'),
};

type Stop = Pick<Extract<Match, { kind: 'stopped' }>, 'why' | 'cell'>;

/** Why a line cannot be booked; for a CSV with the row and column. */
export function stopText({ tag, text, translate }: Omit<Words, 'countText'>, { why, cell }: Stop): string {
  if (!cell) return translate(stopWords[why]);
  const { row, columns, value } = cell;
  const column = new Intl.ListFormat(tag).format(columns);
  if (why === 'two_amounts')
    return text('row {row}: there is an amount in each of {columns}', { row, columns: column });
  if (value === '') return text('row {row}: {column} is empty', { row, column });
  const facts = { row, column, value };
  if (why === 'amount_unreadable') return text('row {row}, {column}: “{value}” is not an amount', facts);
  if (why === 'day_unreadable') return text('row {row}, {column}: “{value}” is not a date in the chosen form', facts);
  if (why === 'direction_unreadable') {
    return text('row {row}, {column}: “{value}” means neither money in nor money out', facts);
  }
  return text('row {row}: {reason}', { row, reason: translate(stopWords[why]) });
}

function moneyOutWords({ text, translate, countText }: Words, what: MoneyOut, money: MoneyText): string {
  switch (what.kind) {
    case 'refunds_paid':
      return text('pays {refunds}: {codes}', {
        refunds: countText(what.codes.length, { one: '{count} refund', other: '{count} refunds' }),
        codes: what.codes.join(', '),
      });
    case 'refund_returned':
      return text('returns refund {code}: {reason}', {
        code: what.code,
        reason: what.words === '' ? text('without a reason') : bankReasonInWords(what.words, { translate }),
      });
    case 'refund_wrong_status':
      if (what.status === 'processed')
        return text('for refund {code}, which has already been paid', { code: what.code });
      return text('for refund {code}, whose status does not allow this', { code: what.code });
    case 'refund_other_amount':
      return text('for refund {code}, but that refund is for {amount}', { code: what.code, amount: money(what.total) });
    case 'refund_recorded':
      return text('seems to be refund {code}, which was recorded as paid', { code: what.code });
    case 'charge_back':
      return what.order
        ? text('a payment was taken back for {order}', { order: what.order })
        : text('a payment was taken back');
    case 'other':
      return text('not related to a refund');
  }
}
