import { laterText, type Sentence } from '#kernel/language.ts';

/**
 * What the shipping of goods is called beside its price: on every page, in mails and on invoices alike. `country` is a code of the
 * configuration's countries; null or one that is not there any more gives the word alone.
 */
export function shippingLabel(
  country: string | null,
  { countries }: { countries: readonly { code: string; name: string }[] },
): Sentence {
  const name = countries.find(({ code }) => code === country)?.name;
  return name === undefined ? laterText('Shipping') : ({ text }) => text('Shipping to {country}', { country: name });
}
