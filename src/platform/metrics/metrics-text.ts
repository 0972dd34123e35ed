/** The text format 0.0.4 of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Metric {
  /** In base units: seconds, bytes. A counter's name ends with `_total`. */
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const gauge = (name: string, help: string, value: number): Metric => ({
  ...{ name, help, type: 'gauge' },
  samples: [{ value }],
});

export const metricsText = (metrics: readonly Metric[]): string => metrics.map(oneMetric).join('');

function oneMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`,
  );
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...lines,
    '',
  ].join('\n');
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length > 0 ? `{${parts.join(',')}}` : '';
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

const numberText = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
