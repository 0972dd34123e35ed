import { type Minor, minor } from '#kernel/money.ts';

/** A rate as the invoice's maps name it: percent as text without trailing zeros; 900 is '9', 550 is '5.5', 0 is '0'. */
export function rateText(basisPoints: number): string {
  return String(basisPoints / 100);
}

/** Net of a gross amount, rounded half up to the minor unit. Tax is the rest, so that net and tax always add up. */
export function netOf(gross: number, basisPoints: number): Minor {
  const divisor = BigInt(10_000 + basisPoints);
  return minor(Number((BigInt(gross) * 20_000n + divisor) / (2n * divisor)));
}
