import { isValidBIC, isValidIBAN } from 'ibantools';
import { z } from 'zod';
import { DATE_EXPRESSION } from '../../../domain/date-expression.ts';

// The kinds of values in a shop folder. Error texts complete the sentence "<key>: ...".

const withMessage = (message: string) => ({ error: () => message });

export const line = z
  .string()
  .trim()
  .min(1, withMessage('must not be empty'))
  .max(500, withMessage('at most 500 characters'));

/** HTML, sanitised by the import. */
export const html = z.string().max(200_000, withMessage('at most 200,000 characters'));

export const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, withMessage('keys are made of lower-case letters, digits, - and _'));

export const labels = z.record(key, line, withMessage('expected keys with their labels'));

/** Amounts are exact: decimalMoney reads them as text. */
const AMOUNT = withMessage('expected an amount such as 9.50');
export const amount = z.union(
  [z.number(AMOUNT).min(0, AMOUNT), z.string(AMOUNT).regex(/^\d{1,12}(\.\d{1,6})?$/, AMOUNT)],
  AMOUNT,
);

export const percent = z
  .number(withMessage('expected a rate in percent'))
  .min(0, withMessage('at least 0'))
  .max(100, withMessage('at most 100'));

const RATES = withMessage('expected a rate in percent, or rates by country with a default');
/** One rate, or `default` with rates by country of delivery; the import checks the countries. */
export const deliveryTax = z.union(
  [
    percent,
    z
      .object({ default: percent.meta({ description: 'In percent. For all countries that are not listed.' }) })
      .catchall(percent),
  ],
  RATES,
);

export const moment = z
  .string(withMessage('expected a date'))
  .regex(DATE_EXPRESSION, withMessage('expected a date such as day+1, day-30 13:00 or 2027-07-22 13:00'));

export const momentWithTime = z
  .string(withMessage('expected a date with a time'))
  .regex(
    new RegExp(DATE_EXPRESSION.source.replace(/\)\?\$$/, ')$')),
    withMessage('expected a date with a time such as day+0 09:30 or 2027-07-22 09:30'),
  );

export const count = (minimum: number, maximum: number) =>
  z
    .int(withMessage('expected a whole number'))
    .min(minimum, withMessage(`at least ${minimum}`))
    .max(maximum, withMessage(`at most ${maximum}`));

const UNITS = withMessage('expected a whole number of units, or unlimited');
/** Units for sale, or `unlimited`. */
export const stock = z.union(
  [
    z.int(UNITS).min(0, UNITS).max(10_000_000, withMessage('at most 10,000,000, or unlimited')),
    z.literal('unlimited', UNITS),
  ],
  UNITS,
);

export const country = z
  .string(withMessage('expected a country code'))
  .regex(/^[A-Z]{2}$/, withMessage('expected a two-letter country code such as NL'));

/** An IBAN or BIC as banks store it: without spaces, in capitals. */
const bankCode = (isRight: (number: string) => boolean, what: string, rule: string) =>
  z
    .string(withMessage(`expected ${what}`))
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .refine(isRight, withMessage(`expected ${what}, ${rule}`));

export const iban = bankCode(isValidIBAN, 'an IBAN', 'with the right length and check digits');
export const bic = bankCode(isValidBIC, 'a BIC', 'with 8 or 11 characters');

export const email = z.email(withMessage('expected an email address')).max(254);

export const webAddress = z.url({
  protocol: /^https?$/,
  ...withMessage('expected an address that begins with https://'),
});

export const timezone = z
  .string(withMessage('expected a time zone such as Europe/Amsterdam'))
  .refine(isTimezone, withMessage('is not a time zone that this machine knows'));

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const picture = z
  .string(withMessage('expected the path of a picture'))
  .regex(/^[^\\]+\.(jpe?g|png|webp|svg)$/i, withMessage('expected a jpg, png, webp or svg inside the folder'));

export const fontFile = z
  .string(withMessage('expected the path of a font'))
  .regex(/^[^\\]+\.woff2$/i, withMessage('expected a woff2 file inside the folder'));

/** One file, or one per size with {size} in the name. */
export const itemPicture = picture.meta({
  description:
    'A jpg, png, webp or svg file. With {size} in its name, one file per size: 350x350, 350x500, 500x500, 100x100.',
});
