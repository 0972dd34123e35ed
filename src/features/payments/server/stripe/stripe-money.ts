import { minor } from '#kernel/money.ts';
import type { StartRefusal } from '../../domain/start-refusal.ts';
import type { GatewayMoney } from '../gateway.ts';

/** The smallest payment in each currency, in Stripe's units. Published by Stripe. */
const MINIMUMS: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
};

/** Eight digits. */
const MAXIMUM = 99_999_999;

/** Stripe counts these in whole units. All others here, including HUF, are in hundredths. */
const WITHOUT_DECIMALS = new Set(['JPY']);

const stripeDigits = (currency: string): number => (WITHOUT_DECIMALS.has(currency) ? 0 : 2);

export const isStripeCurrency = (currency: string): boolean => Object.hasOwn(MINIMUMS, currency);

/** The amount in Stripe's units. Throws if Stripe cannot express it. */
export function toStripe({ amount, currency, currencyDigits }: GatewayMoney): number {
  const exact = rescaled(amount, stripeDigits(currency) - currencyDigits);
  if (!Number.isSafeInteger(exact)) throw new Error(`Stripe cannot take this amount of ${currency}`);
  return exact;
}

/** Converts Stripe's units into the shop's minor units. */
export function fromStripe(amount: number, currency: string, currencyDigits: number): number {
  const exact = rescaled(amount, currencyDigits - stripeDigits(currency.toUpperCase()));
  if (!Number.isSafeInteger(exact))
    throw new Error(`Stripe sent an amount of ${currency} that the shop cannot express`);
  return exact;
}

const rescaled = (amount: number, digits: number): number =>
  digits >= 0 ? amount * 10 ** digits : amount / 10 ** -digits;

export function whyNotPayableAtStripe(money: GatewayMoney): StartRefusal | null {
  const { currency, currencyDigits } = money;
  const smallest = isStripeCurrency(currency) ? MINIMUMS[currency] : undefined;
  if (smallest === undefined) return { kind: 'currency_not_taken' };
  const shift = currencyDigits - stripeDigits(currency);
  const minimum = minor(Math.ceil(rescaled(smallest, shift)));
  const maximum = minor(Math.floor(rescaled(MAXIMUM, shift)));
  if (money.amount < minimum) return { kind: 'too_small', minimum };
  if (money.amount > maximum) return { kind: 'too_large', maximum };
  return Number.isSafeInteger(rescaled(money.amount, -shift)) ? null : { kind: 'currency_not_taken' };
}
