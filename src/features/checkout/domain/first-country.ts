export interface KnownCountries {
  /** In the account. */
  readonly saved: string | null;
  /** By the browser's languages. */
  readonly guessed: string | null;
  readonly operators: string | null;
}

export interface CountryRules {
  /** ISO codes that the shop sells to. */
  readonly countries: readonly string[];
  /** ISO codes that the shop ships to; undefined while a process of an earlier version answers, during an update. */
  readonly shippingCountries: readonly string[] | undefined;
  readonly hasMerchandise: boolean;
  readonly canPay: (country: string) => boolean;
}

/**
 * The country that a new checkout begins with; empty if there is none. The customer's own country stays, whatever the
 * shop does there. A guess by the browser's languages counts only where the shop ships, also for tickets: many browsers
 * in the Netherlands say en-US, and a wrong country costs the buyer the bank transfer. Otherwise the operator's country
 * is taken, and then the first one from which the order can be delivered and paid.
 */
export function firstCountry({ saved, guessed, operators }: KnownCountries, rules: CountryRules): string {
  const { countries, shippingCountries = [], hasMerchandise, canPay } = rules;
  const isSoldTo = (country: string | null): country is string => country !== null && countries.includes(country);
  if (isSoldTo(saved)) return saved;
  const isFine = (country: string | null): country is string =>
    isSoldTo(country) && (!hasMerchandise || shippingCountries.includes(country)) && canPay(country);
  const isMarket = shippingCountries.length === 0 || (guessed !== null && shippingCountries.includes(guessed));
  return [isMarket ? guessed : null, operators, ...countries].find(isFine) ?? '';
}
