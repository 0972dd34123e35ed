import type { Metric, Sample } from './metrics-text.ts';

export interface Durations {
  add(kind: string, seconds: number): void;
  metric(): Metric;
}

/** Makes a histogram by kind. `bounds` are in seconds, ascending. Kinds must come from a small fixed set. */
export function createDurations(name: string, help: string, bounds: readonly number[]): Durations {
  const kinds = new Map<string, { counts: number[]; sum: number; count: number }>();
  return {
    add(kind, seconds) {
      const one = kinds.get(kind) ?? { counts: bounds.map(() => 0), sum: 0, count: 0 };
      kinds.set(kind, one);
      // Buckets are cumulative.
      for (const [index, bound] of bounds.entries()) if (seconds <= bound) one.counts[index]! += 1;
      one.sum += seconds;
      one.count += 1;
    },
    metric: () => ({
      ...{ name, help, type: 'histogram' },
      samples: [...kinds].flatMap(([kind, { counts, sum, count }]): Sample[] => [
        ...bounds.map((bound, index) => ({
          suffix: '_bucket',
          labels: { kind, le: String(bound) },
          value: counts[index]!,
        })),
        { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
        { suffix: '_sum', labels: { kind }, value: sum },
        { suffix: '_count', labels: { kind }, value: count },
      ]),
    }),
  };
}
