import { percentInBasisPoints } from '../../domain/decimal-money.ts';
import type { Entry } from '../folder/read-shop-folder.ts';
import type { ShopFile } from '../folder/schema/shop-file.ts';
import type { Path } from '../folder/yaml-file.ts';
import type { Resolving } from './resolving.ts';

/** A rate in the shop folder: in percent, or by country of delivery with a default. */
export type WrittenTax = number | ({ readonly default: number } & Readonly<Record<string, number>>);

/** Rates in basis points. */
export interface ResolvedTax {
  readonly taxBasisPoints: number;
  /** By ISO code of the country of delivery, where it differs from `taxBasisPoints`; absent if it never does. */
  readonly taxByCountry?: Readonly<Record<string, number>>;
}

export function resolveTax(
  entry: Entry<unknown>,
  path: Path,
  written: WrittenTax,
  shop: ShopFile,
  resolving: Resolving,
): ResolvedTax {
  const points = (rate: number, at: Path): number => {
    const found = percentInBasisPoints(rate);
    if (found === null) resolving.addMistake(entry, at, 'expected a rate in percent with at most two decimals');
    return found ?? 0;
  };
  if (typeof written === 'number') return { taxBasisPoints: points(written, path) };
  const served = new Set(shop.countries.map((country) => (typeof country === 'string' ? country : country.code)));
  const shipped = new Set(shop.shipping.flatMap(({ countries }) => countries));
  const taxBasisPoints = points(written.default, [...path, 'default']);
  const taxByCountry: Record<string, number> = {};
  for (const [country, rate] of Object.entries(written)) {
    if (country === 'default') continue;
    const at = [...path, country];
    if (!served.has(country)) resolving.addMistake(entry, at, `${country} is not in countries of shop.yaml`);
    else if (!shipped.has(country))
      resolving.addWarning(entry, at, `nothing is shipped to ${country}, so the rate is never used`);
    taxByCountry[country] = points(rate, at);
  }
  return Object.keys(taxByCountry).length === 0 ? { taxBasisPoints } : { taxBasisPoints, taxByCountry };
}
