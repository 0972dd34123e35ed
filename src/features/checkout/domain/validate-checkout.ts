import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { Problem } from '#kernel/problem.ts';

export interface AddressLineRule {
  key: string;
  text: string;
  required: boolean;
}

export interface CheckoutForm {
  country: string;
  address: Readonly<Record<string, string>>;
  shippingName: string;
  shippingCountry: string;
  shippingAddress: Readonly<Record<string, string>>;
  acceptedTerms: boolean;
  paymentMethod: PaymentMethod | null;
}

export interface CheckoutFacts {
  addressLines: readonly AddressLineRule[];
  /** ISO codes that the shop sells to. */
  countries: readonly string[];
  hasMerchandise: boolean;
  /** Whether the goods can be shipped to the country; true without merchandise. */
  canShip: boolean;
  /** `paymentMethods` for the country and voucher. */
  paymentMethods: readonly PaymentMethod[];
}

/** `lines` are the operator's names of empty address lines. */
export type CheckoutProblem = Problem<
  string,
  | {
      readonly kind:
        | 'country_missing'
        | 'shipping_country_missing'
        | 'cannot_ship'
        | 'no_payment_method'
        | 'terms_not_accepted';
    }
  | { readonly kind: 'lines_missing'; readonly lines: readonly string[] }
>;

/**
 * Checks the checkout's fields, in form order. `terms` also requires that the terms are accepted: the shop's own page
 * passes it, but other clients may place an order without accepting. The empty lines of an address are one problem at
 * the first of them. With `eachLine`, each is a separate problem, so that a form can mark and clear it
 * (`inOneSentence` in words/ joins them again).
 */
export function checkoutProblems(
  form: CheckoutForm,
  facts: CheckoutFacts,
  options: { terms: boolean; eachLine?: boolean },
): CheckoutProblem[] {
  const problems: CheckoutProblem[] = [];
  const isSoldTo = (country: string) => facts.countries.includes(country);
  const linesOf = (address: Readonly<Record<string, string>>, prefix: string) => {
    const empty = emptyRequiredLines(address, facts.addressLines);
    const problemAt = (at: AddressLineRule, lines: readonly AddressLineRule[]): CheckoutProblem => ({
      field: `${prefix}.${at.key}`,
      kind: 'lines_missing',
      lines: lines.map((line) => line.text),
    });
    if (options.eachLine) return empty.map((line) => problemAt(line, [line]));
    return empty.slice(0, 1).map((line) => problemAt(line, empty));
  };

  if (!isSoldTo(form.country)) problems.push({ field: 'country', kind: 'country_missing' });
  problems.push(...linesOf(form.address, 'address'));

  if (facts.hasMerchandise) {
    if (!isSoldTo(form.shippingCountry)) {
      problems.push({ field: 'shipping_country', kind: 'shipping_country_missing' });
    } else if (!facts.canShip) {
      problems.push({ field: 'shipping_country', kind: 'cannot_ship' });
    }
    problems.push(...linesOf(form.shippingAddress, 'shipping_address'));
  }

  // The payment methods depend on the country.
  if (isSoldTo(form.country) && facts.paymentMethods.length === 0)
    problems.push({ field: 'payment_method', kind: 'no_payment_method' });
  if (options.terms && !form.acceptedTerms) problems.push({ field: 'accepted_ts_and_cs', kind: 'terms_not_accepted' });
  return problems;
}

const emptyRequiredLines = (
  address: Readonly<Record<string, string>>,
  lines: readonly AddressLineRule[],
): AddressLineRule[] => lines.filter((line) => line.required && !address[line.key]?.trim());

export type WhyDisabled = 'loading' | 'figures_failed' | 'country_missing' | 'cannot_ship' | 'no_payment_method';

/**
 * Returns why the button is disabled: the total is loading or failed to load, there is no billing country, shipping is
 * impossible, or no payment method is possible. The reason is shown next to the button. An empty shipping country does
 * not disable it, but is an error at its field once the button is pressed.
 */
export function whyCheckoutIsDisabled(
  state: { loading: boolean; failed: boolean; country: string },
  facts: Pick<CheckoutFacts, 'hasMerchandise' | 'canShip' | 'paymentMethods'> & { shippingCountry: string },
): WhyDisabled | null {
  if (state.loading) return 'loading';
  if (state.failed) return 'figures_failed';
  if (!state.country) return 'country_missing';
  if (facts.hasMerchandise && facts.shippingCountry && !facts.canShip) return 'cannot_ship';
  if (facts.paymentMethods.length === 0) return 'no_payment_method';
  return null;
}
