import { type MoneySettings, moneyPieces } from '#kernel/money.ts';
import { decimalMoney } from './decimal-money.ts';

/**
 * `unclear`: `1.234` is a thousand in one language and a little more than one in another. `foreign`: in a
 * currency other than the shop's.
 */
export type TypedAmount = { kind: 'amount'; amount: number } | { kind: 'unclear' | 'foreign' | 'too_large' | 'none' };

const NONE: TypedAmount = { kind: 'none' };
const UNCLEAR: TypedAmount = { kind: 'unclear' };

/** A currency's symbol, code or abbreviation (`€`, `EUR`, `CA$`, `kr.`), before or after the figures. */
const AMOUNT_TEXT = /^([\p{L}\p{Sc}]{1,4}\.?)?([\d.,\s'’]+)([\p{L}\p{Sc}]{1,4}\.?)?$/u;

/**
 * Reads an amount as people type and paste it: `96`, `96.00`, `96,00`, `1.234,50`, `€ 1,234.50`. The last point or
 * comma separates the cents. Nothing is guessed: what cannot be read is never 0, and a minus is refused.
 *
 * One point or comma with three digits after it may also group thousands. With three decimals it separates them if it
 * is the decimal separator of `shop.locale`, because fields show amounts like that. Otherwise the amount is unclear.
 */
export function readAmount(text: string, shop: MoneySettings): TypedAmount {
  const [, before, figures, after] = AMOUNT_TEXT.exec(text.trim()) ?? [];
  const plain = figures?.replace(/[\s'’]/gu, '') ?? '';
  if (!/^\d[\d.,]*$/.test(plain) || (before && after)) return NONE;
  const written = before ?? after;
  if (written && !isOwnCurrency(written, shop)) return { kind: 'foreign' };
  const digits = shop.currencyDigits;
  const separators = [...new Set(plain.replace(/\d/g, ''))];
  const last = plain[Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))];
  const isOnce = plain.split(last ?? '').length === 2;
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain) && separators.length === 1;
  if (isGrouped && isOnce && (digits === 2 || (digits === 3 && last !== decimalSeparator(shop)))) return UNCLEAR;
  if (isGrouped && (!isOnce || digits === 0)) return amountOf(plain.replaceAll(last!, ''), digits);
  if (last === undefined) return amountOf(plain, digits);
  const [whole, cents] = [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)];
  if (!/^(?:\d+|[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*))$/.test(whole) || whole.includes(last)) return NONE;
  return amountOf(`${whole.replace(/[.,]/g, '')}.${cents}`, digits);
}

/** A symbol that several currencies share, such as `$` or `kr`, means the shop's currency here. */
function isOwnCurrency(written: string, { locale, currency }: MoneySettings): boolean {
  const signs = ['en', locale].flatMap((language) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .filter(({ type }) => type === 'currency')
        .map(({ value }) => value),
    ),
  );
  return [currency, ...signs].map(comparable).includes(comparable(written));
}

/** People write `KN` and `kr` for `kn` and `kr.`. */
const comparable = (sign: string): string => sign.normalize('NFKC').toUpperCase().replace(/\.$/, '');

const decimalSeparator = (shop: MoneySettings): string | undefined =>
  new Intl.NumberFormat(shop.locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;

function amountOf(plain: string, digits: number): TypedAmount {
  if (Number(plain) >= TOO_LARGE) return { kind: 'too_large' };
  const amount = decimalMoney(plain, digits);
  return amount === null || amount === 0 ? NONE : { kind: 'amount', amount };
}

/** In the currency's main unit: `decimalMoney` reads up to twelve digits. */
const TOO_LARGE = 1_000_000_000_000;

/** Null for anything that is not clearly an amount above 0 in the shop's currency. */
export function amountFrom(text: string, shop: MoneySettings): number | null {
  const read = readAmount(text, shop);
  return read.kind === 'amount' ? read.amount : null;
}

/** For a field whose label names the currency: `1,234.50`, or `1.234,50` in German and Croatian. */
export const amountIn = (amount: number, shop: MoneySettings): string =>
  moneyPieces(amount, shop)
    .filter(({ isCurrency }) => !isCurrency)
    .map(({ text }) => text)
    .join('');

/** Minor units, both included. */
export interface AmountLimits {
  readonly minimum: number;
  readonly maximum: number;
}

export type AmountProblem =
  /** `thousands`: the amount if its separator groups thousands. */
  | { kind: 'unclear'; thousands: number }
  | { kind: 'foreign' | 'not_above_zero' }
  /** In minor units, the first amount that is too large. */
  | { kind: 'too_large'; limit: number }
  | ({ kind: 'outside' } & AmountLimits);

/** Whether an amount is within its limits. The server checks the amount that a form sends in the same way. */
export const isWithin = (amount: number, { minimum, maximum }: AmountLimits): boolean =>
  amount >= minimum && amount <= maximum;

/** Returns why an amount cannot be taken as typed; null if it can. Without limits it only has to be above 0. */
export function amountProblem(typed: string, shop: MoneySettings, limits: AmountLimits | null): AmountProblem | null {
  const read = readAmount(typed, shop);
  if (read.kind === 'foreign') return { kind: 'foreign' };
  if (read.kind === 'unclear')
    return { kind: 'unclear', thousands: Number(typed.replace(/\D/g, '')) * 10 ** shop.currencyDigits };
  if (limits === null && read.kind === 'too_large')
    return { kind: 'too_large', limit: TOO_LARGE * 10 ** shop.currencyDigits };
  if (limits === null) return read.kind === 'amount' ? null : { kind: 'not_above_zero' };
  return read.kind === 'amount' && isWithin(read.amount, limits) ? null : { kind: 'outside', ...limits };
}
