import { markedText, type Sentence } from '#kernel/language.ts';

/**
 * The name of the shipping costs on pages, in mails and on invoices. `country` is a code from the configuration; if it
 * is null or no longer configured, only the word itself is returned.
 */
export function shippingLabel(
  country: string | null,
  { countries }: { countries: readonly { code: string; name: string }[] },
): Sentence {
  const name = countries.find(({ code }) => code === country)?.name;
  return name === undefined ? markedText('Shipping') : ({ text }) => text('Shipping to {country}', { country: name });
}
