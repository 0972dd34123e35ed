import { numberOfReceipt, statementLineOf } from '#features/payments/domain/transaction-number.ts';
import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { declineReasonInWords } from '#features/payments/words/staff/decline-reasons.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import { decimalMoney } from '#features/shop-config/domain/decimal-money.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import { formatMoney, type Minor } from '#kernel/money.ts';
import { UsageProblem } from './command.ts';
import { plain } from './table.ts';

/** Reads an amount above 0 (`48`, `48.00`), exact to the currency's digits. */
export function amountOf(text: string, shop: Shop): Minor {
  const { currency, currencyDigits: digits } = shop.public;
  const amount = decimalMoney(text, digits);
  if (amount === null) {
    const example = digits === 0 ? '48' : `48.${'0'.repeat(digits)}`;
    throw new UsageProblem(`"${text}" is not an amount in ${currency}; write it as ${example}.`);
  }
  if (amount === 0) throw new UsageProblem('The amount must be greater than 0.');
  return amount;
}

export const moneyText = (amount: number, shop: Shop): string => formatMoney(amount, shop.public);

/** Formats a moment in the shop's time zone: `2026-11-20 11:00`. */
export function momentText(moment: Date, shop: Shop): string {
  const wall = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(shop.public.timezone);
  return wall.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}

export const dayText = (moment: Date, shop: Shop): string => momentText(moment, shop).slice(0, 10);

/** Explains the code of a bank or card provider, as the office does: `the account is closed (AC04)`. */
export const reasonText = (reason: string): string =>
  plain(declineReasonInWords(bankReasonInWords(reason, ENGLISH), ENGLISH));

/** The number by which people know the money of a receipt, or the day of a statement's line without one. */
export const numberText = (receipt: { readonly transaction: string; readonly bankReference: string | null }): string =>
  plain(numberOfReceipt(receipt) ?? `line of ${statementLineOf(receipt.transaction).day} (no number)`);

/** Puts the status of an order or payment into words: "is paid", "has a problem". */
export const statusText = (status: string): string => (status === 'problem' ? 'has a problem' : `is ${status}`);

/** A refund's status as the office calls it: "is being paid out". */
export const refundStatusText = (status: RefundStatus): string => `is ${refundStatusNames[status].toLowerCase()}`;

const DAY = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d))?$/;

/** Reads a day or a time in the shop's zone. A day means its first moment, or as an `end` its last second. */
export function momentOf(text: string, name: string, shop: Shop, edge: 'start' | 'end' = 'start'): Date {
  const match = DAY.exec(text.trim());
  const time = match?.[2] ? `${match[2]}:${match[3]}:00` : edge === 'end' ? '23:59:59' : '00:00:00';
  try {
    if (!match) throw new RangeError();
    const wall = Temporal.PlainDateTime.from(`${match[1]}T${time}`, { overflow: 'reject' });
    return new Date(wall.toZonedDateTime(shop.public.timezone).epochMilliseconds);
  } catch {
    throw new UsageProblem(
      `${name} must be a date such as 2027-07-22 or "2027-07-22 13:00", in the zone ${shop.public.timezone}, not "${text}".`,
    );
  }
}
