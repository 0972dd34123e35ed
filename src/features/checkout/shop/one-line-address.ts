import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { CheckoutValues } from './checkout-values.ts';

/** `Zandpad 12, 4325 AB, Noorderzand, Netherlands`; null while the country or a required line is missing. */
export function addressInOneLine(
  values: Pick<CheckoutValues, 'country' | `address.${string}`>,
  { addressLines, countries }: Pick<PublicConfig, 'addressLines' | 'countries'>,
): string | null {
  const country = countries.find(({ code }) => code === values.country);
  const lines = addressLines.map(({ key, required }) => ({ required, words: (values[`address.${key}`] ?? '').trim() }));
  if (!country || lines.some(({ required, words }) => required && words === '')) return null;
  return [...lines.map(({ words }) => words).filter((words) => words !== ''), country.name].join(', ');
}
