export interface KnownCountries {
  /** The country in the account. */
  readonly saved: string | null;
  /** The country that the browser's languages suggest. */
  readonly guessed: string | null;
  readonly operator: string | null;
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
 * The country that a new checkout begins with; empty if there is none. The customer's saved country is always used if
 * the shop sells to it. A guess from the browser's languages is used only if the shop ships there, even for tickets:
 * many browsers in the Netherlands report en-US, and with the wrong country the buyer cannot pay by bank transfer. The
 * next choice is the operator's country, and the last is the first country to which the order can be delivered and from
 * which it can be paid.
 */
export function firstCountry({ saved, guessed, operator }: KnownCountries, rules: CountryRules): string {
  const { countries, shippingCountries = [], hasMerchandise, canPay } = rules;
  const isSoldTo = (country: string | null): country is string => country !== null && countries.includes(country);
  if (isSoldTo(saved)) return saved;
  const isPossible = (country: string | null): country is string =>
    isSoldTo(country) && (!hasMerchandise || shippingCountries.includes(country)) && canPay(country);
  const isMarket = shippingCountries.length === 0 || (guessed !== null && shippingCountries.includes(guessed));
  return [isMarket ? guessed : null, operator, ...countries].find(isPossible) ?? '';
}
