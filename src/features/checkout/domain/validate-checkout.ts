import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { Problem } from '#kernel/problem.ts';
import { laterText, saidText, text } from '#kernel/text.ts';
import { NO_PAYMENT_METHOD } from './payment-method.ts';

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
  /** Whether the goods can be sent to the shipping country; true without merchandise. */
  canShip: boolean;
  /** As `paymentMethods` answers for the country and voucher. */
  paymentMethods: readonly PaymentMethod[];
}

export const CANNOT_SHIP = laterText('We are currently unable to ship to your country.');
export const SELECT_COUNTRY_FOR_SHIPPING = laterText('Please select your country to see your shipping rates.');
export const FIGURES_FAILED = laterText('Taxes and shipping could not be calculated.');
export const ACCEPT_TERMS = laterText('Please accept the Terms and Conditions.');
export const CHOOSE_COUNTRY = laterText('Please choose your country.');
export const CHOOSE_SHIPPING_COUNTRY = laterText('Please choose the shipping country.');

export const missingLines = (texts: readonly string[]): string =>
  text('Please fill out the following fields: {fields}.', { fields: texts.join(', ') });

/**
 * All mistakes in a filled-in checkout, in the order of the form. `terms` also requires the acceptance: the shop's own page
 * passes it, while another client may place an order without accepting. The empty lines of an address are one problem at the
 * first of them; with `eachLine` every one has its own, so that a form can mark them all and take each mark away as the line is
 * filled (`inOneSentence` puts them together again).
 */
export function checkoutProblems(
  form: CheckoutForm,
  facts: CheckoutFacts,
  ask: { terms: boolean; eachLine?: boolean },
): Problem[] {
  const problems: Problem[] = [];
  const isSoldTo = (country: string) => facts.countries.includes(country);
  const linesOf = (address: Readonly<Record<string, string>>, prefix: string) => {
    const empty = emptyRequiredLines(address, facts.addressLines);
    const problemAt = (at: AddressLineRule, lines: readonly AddressLineRule[]): Problem => ({
      field: `${prefix}.${at.key}`,
      message: missingLines(lines.map((line) => line.text)),
    });
    if (ask.eachLine) return empty.map((line) => problemAt(line, [line]));
    return empty.slice(0, 1).map((line) => problemAt(line, empty));
  };

  if (!isSoldTo(form.country)) problems.push({ field: 'country', message: saidText(CHOOSE_COUNTRY) });
  problems.push(...linesOf(form.address, 'address'));

  if (facts.hasMerchandise) {
    if (!isSoldTo(form.shippingCountry)) {
      problems.push({ field: 'shipping_country', message: saidText(CHOOSE_SHIPPING_COUNTRY) });
    } else if (!facts.canShip) {
      problems.push({ field: 'shipping_country', message: saidText(CANNOT_SHIP) });
    }
    problems.push(...linesOf(form.shippingAddress, 'shipping_address'));
  }

  // The payment methods depend on the country.
  if (isSoldTo(form.country) && facts.paymentMethods.length === 0)
    problems.push({ field: 'payment_method', message: saidText(NO_PAYMENT_METHOD) });
  if (ask.terms && !form.acceptedTerms) problems.push({ field: 'accepted_ts_and_cs', message: saidText(ACCEPT_TERMS) });
  return problems;
}

const emptyRequiredLines = (
  address: Readonly<Record<string, string>>,
  lines: readonly AddressLineRule[],
): AddressLineRule[] => lines.filter((line) => line.required && !address[line.key]?.trim());

/** The problems for the summary: missing lines of one address become one sentence, in the place of the first of them. */
export function inOneSentence<Found extends Problem<string | undefined>>(
  problems: readonly Found[],
  lines: readonly Pick<AddressLineRule, 'key' | 'text'>[],
): Found[] {
  const prefixOf = (problem: Found) => /^(address|shipping_address)\./.exec(problem.field ?? '')?.[1];
  return problems.flatMap((problem, index) => {
    const prefix = prefixOf(problem);
    if (!prefix) return [problem];
    const together = problems.filter((other) => prefixOf(other) === prefix);
    if (together.length === 1) return [problem];
    if (problems.findIndex((other) => prefixOf(other) === prefix) !== index) return [];
    const texts = together.map(({ field }) => lines.find(({ key }) => field === `${prefix}.${key}`)?.text ?? '');
    return [{ ...problem, message: missingLines(texts) }];
  });
}

/**
 * Why the Checkout button is disabled, or null: while loading, with no country, when shipping is impossible, or when no payment
 * method is usable. The country is the billing one: an empty shipping country is an error at its field once the button is
 * pressed. The text is shown next to the button.
 */
export function whyCheckoutIsDisabled(
  state: { loading: boolean; failed: boolean; country: string },
  facts: Pick<CheckoutFacts, 'hasMerchandise' | 'canShip' | 'paymentMethods'> & { shippingCountry: string },
): string | null {
  if (state.loading) return text('One moment, we are calculating your total.');
  if (state.failed) return saidText(FIGURES_FAILED);
  if (!state.country) return saidText(CHOOSE_COUNTRY);
  if (facts.hasMerchandise && facts.shippingCountry && !facts.canShip) return saidText(CANNOT_SHIP);
  if (facts.paymentMethods.length === 0) return saidText(NO_PAYMENT_METHOD);
  return null;
}
