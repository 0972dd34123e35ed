import type { FastifyInstance } from 'fastify';
import { createDurations } from '#platform/metrics/durations.ts';
import type { Metric } from '#platform/metrics/metrics-text.ts';

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts answers by kind and status, and measures how long they took. Must be called before routes are added. */
export function countRequests(app: FastifyInstance): () => Metric[] {
  const answers = new Map<string, number>();
  const durations = createDurations('foyer_request_seconds', 'Time from a request to its answer.', BOUNDS);
  app.addHook('onResponse', async (request, response) => {
    const kind = kindOf(request.routeOptions.url);
    const key = `${kind} ${response.statusCode}`;
    answers.set(key, (answers.get(key) ?? 0) + 1);
    durations.add(kind, response.elapsedTime / 1_000);
  });
  return () => [
    {
      ...{ name: 'foyer_requests_total', help: 'Answers to requests.', type: 'counter' },
      samples: [...answers].map(([key, value]) => {
        const [kind, status] = key.split(' ') as [string, string];
        return { labels: { kind, status }, value };
      }),
    },
    durations.metric(),
  ];
}

/** Uses the route and never the address, which visitors choose. */
function kindOf(route: string | undefined): string {
  if (route === undefined) return 'unknown';
  if (route.startsWith('/office/')) return 'office';
  if (route.startsWith('/api/')) return 'api';
  if (route.startsWith('/payments/')) return 'payments';
  if (route.startsWith('/images/') || route.startsWith('/assets/')) return 'files';
  if (/^\/(health|live|ready|metrics)/.test(route)) return 'monitoring';
  return 'pages';
}
