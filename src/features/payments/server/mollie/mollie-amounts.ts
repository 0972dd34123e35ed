/** Decimal places of the currencies that Mollie takes. https://docs.mollie.com/docs/multicurrency */
const digitsOf: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 2,
  BRL: 2,
  CAD: 2,
  CHF: 2,
  CZK: 2,
  DKK: 2,
  EUR: 2,
  GBP: 2,
  HKD: 2,
  HUF: 2,
  ILS: 2,
  ISK: 0,
  JPY: 0,
  MXN: 2,
  MYR: 2,
  NOK: 2,
  NZD: 2,
  PHP: 2,
  PLN: 2,
  RON: 2,
  SEK: 2,
  SGD: 2,
  THB: 2,
  TWD: 2,
  USD: 2,
  ZAR: 2,
};

export interface MollieAmount {
  readonly currency: string;
  /** With exactly the currency's digits: `25.75`, or `1000` for JPY. */
  readonly value: string;
}

/**
 * Writes minor units, which have the shop's number of digits, the way Mollie writes the currency. Null if Mollie does
 * not take the currency or cannot write the amount.
 */
export function toMollie(amount: number, currency: string, shopDigits: number): MollieAmount | null {
  const digits = digitsOf[currency];
  if (digits === undefined || !Number.isSafeInteger(amount) || amount < 0) return null;
  const scaled = withDigits(String(amount), digits - shopDigits);
  if (scaled === null) return null;
  const text = scaled.padStart(digits + 1, '0');
  const point = text.length - digits;
  return { currency, value: digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}` };
}

/** Returns the amount in minor units with this number of digits. Throws if it does not fit. */
export function fromMollie({ currency, value }: MollieAmount, shopDigits: number): number {
  const match = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(value);
  const scaled = match && withDigits(`${match[1]}${match[2] ?? ''}`, shopDigits - (match[2]?.length ?? 0));
  const amount = Number(scaled ?? Number.NaN);
  if (!Number.isSafeInteger(amount)) throw new Error(`Mollie: "${value}" is not an amount in ${currency}`);
  return amount;
}

/**
 * Reads a limit as `fromMollie` reads an amount: a minimum is rounded up, a maximum down. Null if it is not an amount.
 */
export function limitFromMollie({ value }: MollieAmount, shopDigits: number, round: 'up' | 'down'): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(value);
  if (!match) return null;
  const fraction = match[2] ?? '';
  const amount = Number(`${match[1]}${fraction.slice(0, shopDigits).padEnd(shopDigits, '0')}`);
  return round === 'up' && /[1-9]/.test(fraction.slice(shopDigits)) ? amount + 1 : amount;
}

export const mollieDigits = (currency: string): number => digitsOf[currency] ?? 2;

/** Appends or drops zeros; null if another digit would be dropped. */
function withDigits(number: string, more: number): string | null {
  if (more >= 0) return number.replace(/^0+(?=\d)/, '') + '0'.repeat(more);
  const padded = number.padStart(1 - more, '0');
  if (!/^0+$/.test(padded.slice(more))) return null;
  return padded.slice(0, more).replace(/^0+(?=\d)/, '');
}
