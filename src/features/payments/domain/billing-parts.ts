import { autocompleteToken } from '#features/shop-config/domain/address-token.ts';

export interface BillingParts {
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Sorts an address, whose fields differ from shop to shop, into the parts that gateways need. */
export function billingParts(address: Readonly<Record<string, string>>, country: string): BillingParts {
  const of = (...tokens: string[]) =>
    Object.entries(address)
      .filter(([field, text]) => text.trim() && tokens.includes(autocompleteToken(field.replaceAll('_', ' ')) ?? ''))
      .map(([, text]) => text.trim())
      .join(', ');
  return {
    address: of('address-line1', 'address-line2'),
    city: of('address-level2'),
    postalCode: of('postal-code'),
    country,
  };
}
