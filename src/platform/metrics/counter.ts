import type { Metric } from './metrics-text.ts';

export interface Counter {
  /** `value` must come from a small fixed set. */
  add(value: string): void;
  metric(): Metric;
}

/** Counts events by the value of one label. */
export function createCounter(name: string, help: string, label: string): Counter {
  const counts = new Map<string, number>();
  return {
    add: (value) => void counts.set(value, (counts.get(value) ?? 0) + 1),
    metric: () => ({
      ...{ name, help, type: 'counter' },
      samples: [...counts].map(([value, count]) => ({ labels: { [label]: value }, value: count })),
    }),
  };
}
