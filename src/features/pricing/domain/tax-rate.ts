import { type Minor, minor } from '#kernel/money.ts';

/**
 * A rate as a key of the invoice's maps: percent as text without trailing zeros; 900 is '9', 550 is '5.5', 0 is '0'.
 */
export function rateText(basisPoints: number): string {
  return String(basisPoints / 100);
}

export interface TaxedLine {
  readonly kind: 'tickets' | 'merchandise';
  readonly taxBasisPoints: number;
  readonly frozen: { readonly taxByCountry?: Readonly<Record<string, number>> };
}

/**
 * Returns a line's rate in basis points for a country of delivery (ISO code; may be empty). Goods are taxed where they
 * are delivered if the operator lists a rate for that country; a ticket is taxed where its event takes place.
 */
function rateFor({ kind, taxBasisPoints, frozen: { taxByCountry } }: TaxedLine, country: string): number {
  const isNamed = kind === 'merchandise' && taxByCountry !== undefined && Object.hasOwn(taxByCountry, country);
  return isNamed ? taxByCountry[country]! : taxBasisPoints;
}

/** Returns the same lines with a country's rates. */
export const taxedFor = <Line extends TaxedLine>(lines: readonly Line[], country: string): Line[] =>
  lines.map((line) => ({ ...line, taxBasisPoints: rateFor(line, country) }));

/** The net of a gross amount, rounded half up to the minor unit. Tax is the rest, so that both always add up. */
export function netOf(gross: number, basisPoints: number): Minor {
  const divisor = BigInt(10_000 + basisPoints);
  return minor(Number((BigInt(gross) * 20_000n + divisor) / (2n * divisor)));
}
