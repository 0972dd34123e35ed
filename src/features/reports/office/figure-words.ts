import type { OfficeAnswer } from '#browser/office-calls.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { transactionNumber } from '#features/payments/domain/transaction-number.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { decimalFigure } from '#kernel/money.ts';
import type { KindOfMoney } from '../domain/money-groups.ts';

export type FigureRow = OfficeAnswer<'sales-of-day'>['rows'][number];

const bookings: Readonly<Record<KindOfMoney, string>> = {
  payment: markedText('Payment'),
  suspense: markedText('Money without an order'),
  undone: markedText('Undone'),
  refund_paid: markedText('Refund'),
  returned: markedText('Sent back'),
  order_returned: markedText('Sent back'),
  charge_back: markedText('Chargeback'),
  payout: markedText('Payout'),
  payout_failed: markedText('Payout that failed'),
};

/** The rows of a file, headings first, without names. */
export const figureCsv = (
  rows: readonly FigureRow[],
  language: Language,
  { timezone, currencyDigits }: { readonly timezone: string; readonly currencyDigits: number },
): string[][] => [
  [language.text('Order'), language.text('What'), language.text('When'), language.text('Amount')],
  ...rows.map((row) => [
    row.order ?? '',
    whatInWords(row, language),
    spreadsheetTime(new Date(row.at), timezone),
    decimalFigure(row.amount, currencyDigits),
  ]),
];

/**
 * Describes a row: a booking by its kind and account, money by its way and number, an instalment by its reference, an
 * order by its tickets.
 */
export function whatInWords({ what, order, tickets }: FigureRow, { text, translate, countText }: Language): string {
  if (what === '') return countText(tickets, { one: '{count} ticket', other: '{count} tickets' });
  const [kind = '', account = '', ...transaction] = what.split(' ');
  const name =
    kind === 'suspense' && order !== null
      ? text('Received for an order but not counted towards it')
      : isBooking(kind)
        ? translate(bookings[kind])
        : undefined;
  if (name === undefined && kind !== 'receipt') return what;
  const way = account === 'bank' ? text('Bank') : providerName(account.replace(/^gateway:/, ''));
  return [name ?? '', way, transactionNumber(transaction.join(' ')) ?? ''].filter((part) => part !== '').join(' · ');
}

const isBooking = (kind: string): kind is KindOfMoney => Object.hasOwn(bookings, kind);
