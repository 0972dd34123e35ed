export interface Latencies {
  p50: number;
  p99: number;
  max: number;
}

/** Returns the median and the 99th percentile in milliseconds; NaN without times. */
export function latenciesOf(milliseconds: readonly number[]): Latencies {
  const sorted = Float64Array.from(milliseconds).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}
