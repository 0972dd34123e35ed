export interface KnownCountries {
  /** The one in the account; null if there is none. */
  readonly saved: string | null;
  /** A guess by the languages of the browser. */
  readonly guessed: string | null;
  readonly operators: string | null;
}

export interface CountryRules {
  /** ISO codes that the shop sells to. */
  readonly countries: readonly string[];
  /** ISO codes that the shop ships to. */
  readonly shippingCountries: readonly string[];
  readonly hasMerchandise: boolean;
  /** Whether an order from the country could be paid. */
  readonly canPay: (country: string) => boolean;
}

/**
 * The country that a new checkout begins with; empty if there is none. The customer's own country stays, whatever the
 * shop does there. A guess never begins with a refusal: it counts only if the goods can be shipped there and the order
 * paid, otherwise the operator's country is taken, and then the first country where both are possible.
 */
export function firstCountry({ saved, guessed, operators }: KnownCountries, rules: CountryRules): string {
  const { countries, shippingCountries, hasMerchandise, canPay } = rules;
  const isSoldTo = (country: string | null): country is string => country !== null && countries.includes(country);
  if (isSoldTo(saved)) return saved;
  const isFine = (country: string | null): country is string =>
    isSoldTo(country) && (!hasMerchandise || shippingCountries.includes(country)) && canPay(country);
  return [guessed, operators, ...countries].find(isFine) ?? '';
}
