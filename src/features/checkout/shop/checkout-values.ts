import type { Form } from '#browser/use-form.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { Problem } from '#kernel/problem.ts';
import type { CheckoutForm } from '../domain/validate-checkout.ts';

/** The form's fields, under the server's names: `address.<line>` and `shipping_address.<line>` by configuration. */
export type CheckoutValues = {
  [line: `${string}.${string}`]: string;
  country: string;
  shipping_name: string;
  shipping_country: string;
  payment_method: string;
  /** Typed but not applied yet. */
  voucher_code: string;
  ship_to_billing: boolean;
  accepted_ts_and_cs: boolean;
  /** Whether the buyer agrees that later instalments are charged to the card. */
  save_card: boolean;
  /** The version of the terms that the checkbox accepts. */
  terms_version: string;
};

export type CheckoutField = keyof CheckoutValues & string;

export type CheckoutFormState = Form<CheckoutValues>;

/** Fills in the account's details, to save time while the cart's clock is running. */
export function firstValues(customer: Customer, country: string, config: PublicConfig): CheckoutValues {
  const values: CheckoutValues = {
    country,
    shipping_name: customer.full_name,
    shipping_country: '',
    payment_method: '',
    voucher_code: '',
    ship_to_billing: true,
    accepted_ts_and_cs: false,
    save_card: false,
    terms_version: config.termsVersion,
  };
  for (const { key } of config.addressLines) {
    values[`address.${key}`] = customer.address[key] ?? '';
    values[`shipping_address.${key}`] = '';
  }
  return values;
}

/** Converts the values to what the rules check. "Ship to the billing address" copies the billing address. */
export function checkoutForm(
  values: CheckoutValues,
  config: PublicConfig,
  customer: Customer,
  method: PaymentMethod | null,
): CheckoutForm {
  const lines = (prefix: 'address' | 'shipping_address') =>
    Object.fromEntries(config.addressLines.map(({ key }) => [key, (values[`${prefix}.${key}`] ?? '').trim()]));
  const same = values.ship_to_billing;
  return {
    country: values.country,
    address: lines('address'),
    shippingName: same ? customer.full_name : values.shipping_name.trim(),
    shippingCountry: same ? values.country : values.shipping_country,
    shippingAddress: same ? lines('address') : lines('shipping_address'),
    acceptedTerms: values.accepted_ts_and_cs,
    paymentMethod: method,
  };
}

/**
 * The problems that the form can show. With "Ship to the billing address" the shipping lines are hidden and have the
 * same empty lines as the billing address, so only the billing lines are reported.
 */
export function problemsOnPage<Found extends Problem<string, object>>(
  problems: readonly Found[],
  { ship_to_billing }: Pick<CheckoutValues, 'ship_to_billing'>,
): Found[] {
  return problems.filter(({ field }) => !(ship_to_billing && field.startsWith('shipping_address.')));
}
