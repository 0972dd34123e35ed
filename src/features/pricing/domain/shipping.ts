export interface ShippingPrice {
  readonly name: string;
  readonly type: string;
  /** For one order, in minor units, taxes included. */
  readonly price: number;
}

/**
 * Returns the shipping costs for an ISO country code. Null if nothing is shipped, no country is chosen, or the shop
 * does not ship there, which is a refusal and never a price of 0.
 */
export function shippingFor(
  rates: Readonly<Record<string, ShippingPrice>>,
  country: string,
  hasMerchandise: boolean,
): ShippingPrice | null {
  if (!hasMerchandise || !country || !Object.hasOwn(rates, country)) return null;
  return rates[country] ?? null;
}
