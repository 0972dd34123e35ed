import { expect, test } from 'vitest';
import { createDurations } from './durations.ts';
import { gauge, metricsText } from './metrics-text.ts';

test('metrics are written as Prometheus reads them, with labels escaped', () => {
  const requests = {
    ...{ name: 'requests_total', help: 'Requests\\ of\nall', type: 'counter' as const },
    samples: [{ labels: { status: '200', route: 'a"b\\c\n' }, value: 3 }],
  };
  expect(metricsText([requests, gauge('memory_bytes', 'Memory.', 0.5)])).toBe(
    `# HELP requests_total Requests\\\\ of\\nall
# TYPE requests_total counter
requests_total{status="200",route="a\\"b\\\\c\\n"} 3
# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes 0.5
`,
  );
});

test('a duration counts in every bucket that it fits into, and in the sum', () => {
  const durations = createDurations('request_seconds', 'How long.', [0.1, 1]);
  durations.add('page', 0.05);
  durations.add('page', 0.1);
  durations.add('page', 5);
  expect(metricsText([durations.metric()]).split('\n').slice(2)).toEqual([
    'request_seconds_bucket{kind="page",le="0.1"} 2',
    'request_seconds_bucket{kind="page",le="1"} 2',
    'request_seconds_bucket{kind="page",le="+Inf"} 3',
    'request_seconds_sum{kind="page"} 5.15',
    'request_seconds_count{kind="page"} 3',
    '',
  ]);
});
