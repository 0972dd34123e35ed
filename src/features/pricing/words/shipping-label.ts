import { markedText, type Sentence } from '#kernel/language.ts';

/**
 * Names the shipping costs on pages, in mails and on invoices. For a country that is null or no longer configured it
 * returns only the word itself.
 */
export function shippingLabel(
  country: string | null,
  { countries }: { countries: readonly { code: string; name: string }[] },
): Sentence {
  const name = countries.find(({ code }) => code === country)?.name;
  return name === undefined ? markedText('Shipping') : ({ text }) => text('Shipping to {country}', { country: name });
}
