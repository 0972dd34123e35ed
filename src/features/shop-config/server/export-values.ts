/** 19850 becomes 198.5 in a currency with two digits. */
export const amountInFolder = (minor: number, digits: number): number => Number((minor / 10 ** digits).toFixed(digits));

/** 900 becomes 9. */
export const percentInFolder = (basisPoints: number): number => Number((basisPoints / 100).toFixed(2));

/** Returns one rate in percent, or rates by country with a default. */
export const taxInFolder = (tax: {
  readonly taxBasisPoints: number;
  readonly taxByCountry?: Readonly<Record<string, number>> | undefined;
}): number | Readonly<Record<string, number>> =>
  tax.taxByCountry
    ? {
        default: percentInFolder(tax.taxBasisPoints),
        ...Object.fromEntries(Object.entries(tax.taxByCountry).map(([code, rate]) => [code, percentInFolder(rate)])),
      }
    : percentInFolder(tax.taxBasisPoints);

export const stockInFolder = (units: number | null): number | 'unlimited' => units ?? 'unlimited';

/** Leaves out keys whose value is null or undefined. */
export function withoutEmpty(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== null));
}

/** Labels in the operator's order; an object would put a key such as '50' first. */
export const labelsInFolder = (
  labels: Readonly<Record<string, string>>,
  order: readonly string[],
): Map<string, string> => new Map(order.map((key) => [key, labels[key]!]));
