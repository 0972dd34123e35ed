import { type MoneySettings, moneyPieces } from '#kernel/money.ts';
import { decimalMoney } from './decimal-money.ts';

/** `unclear`: `1.234` is a thousand in one language and a little more than one in another. */
export type TypedAmount = { kind: 'amount'; amount: number } | { kind: 'unclear' } | { kind: 'none' };

const NONE: TypedAmount = { kind: 'none' };

/**
 * Reads an amount as people type and paste it: `96`, `96.00`, `96,00`, `1.234,50`, `€ 1,234.50`. The last point or
 * comma separates the cents. Nothing is guessed: what cannot be read is never 0, and a minus is refused.
 */
export function readAmount(text: string, digits: number): TypedAmount {
  const plain = text
    .trim()
    .replace(/^(?:\p{Sc}|[A-Z]{3})|(?:\p{Sc}|[A-Z]{3})$/u, '')
    .replace(/[\s'’]/gu, '');
  if (!/^\d[\d.,]*$/.test(plain)) return NONE;
  const separators = [...new Set(plain.replace(/\d/g, ''))];
  const last = plain[Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))];
  const isOnce = plain.split(last ?? '').length === 2;
  const isGrouped = /^[1-9]\d{0,2}(?:[.,]\d{3})+$/.test(plain) && separators.length === 1;
  if (isGrouped && isOnce && digits === 2) return { kind: 'unclear' };
  if (isGrouped && (!isOnce || digits === 0)) return amountOf(plain.replaceAll(last!, ''), digits);
  if (last === undefined) return amountOf(plain, digits);
  const [whole, cents] = [plain.slice(0, plain.lastIndexOf(last)), plain.slice(plain.lastIndexOf(last) + 1)];
  if (!/^(?:\d+|[1-9]\d{0,2}(?:([.,])\d{3}(?:\1\d{3})*))$/.test(whole) || whole.includes(last)) return NONE;
  return amountOf(`${whole.replace(/[.,]/g, '')}.${cents}`, digits);
}

function amountOf(plain: string, digits: number): TypedAmount {
  const amount = decimalMoney(plain, digits);
  return amount === null || amount === 0 ? NONE : { kind: 'amount', amount };
}

/** Null for anything that is not clearly an amount above 0. */
export function amountFrom(text: string, digits: number): number | null {
  const read = readAmount(text, digits);
  return read.kind === 'amount' ? read.amount : null;
}

/** For a field whose label names the currency: `1,234.50`, or `1.234,50` in German and Croatian. */
export const amountIn = (amount: number, shop: MoneySettings): string =>
  moneyPieces(amount, shop)
    .filter(({ isCurrency }) => !isCurrency)
    .map(({ text }) => text)
    .join('');
