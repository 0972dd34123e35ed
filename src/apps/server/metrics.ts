import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { gatewaysNow, lastBackupAt, queuesAt } from '#features/health/server/public.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { isFromThisMachine } from '#platform/http/loopback.ts';
import { gauge, METRICS_TYPE, type Metric, metricsText, type Sample } from '#platform/metrics/metrics-text.ts';
import { isSameSecret } from '#platform/secrets/hashes.ts';
import { arrivalOf } from './dev-pages.ts';
import { connectionsOfDatabase, overdueWork } from './metrics-store.ts';

export interface MetricsParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly gateways: readonly string[];
  /** The token with which other machines may read the figures. Without it only this machine may. */
  readonly token: string | undefined;
  readonly version: string;
  /** Further figures of this process. */
  figures(): readonly Metric[];
}

/** How long the database's figures are reused, in milliseconds, so that several monitors cost as little as one. */
const KEPT_MS = 5_000;

/** `GET /metrics` in Prometheus' format, for this machine or with `METRICS_TOKEN` as bearer token. */
export function addMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  app.addHook('onClose', async () => void loop.disable());
  let kept: { until: number; figures: Promise<Metric[]> } | undefined;
  const figuresOfDatabase = (): Promise<Metric[]> => {
    if (!kept || kept.until < performance.now()) {
      kept = { until: performance.now() + KEPT_MS, figures: databaseFigures(parts) };
    }
    return kept.figures;
  };

  app.get('/metrics', async (request, response) => {
    response.header('cache-control', 'no-store');
    const [, given] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const isKnown = parts.token !== undefined && given !== undefined && isSameSecret(given, parts.token);
    if (!isKnown && !isFromThisMachine(arrivalOf(request))) {
      return response
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('These metrics are available only on this machine, or with METRICS_TOKEN as the bearer token.\n');
    }
    const figures = [...processFigures(loop, parts), ...parts.figures(), ...(await figuresOfDatabase())];
    // Each reading covers only the time since the previous one.
    loop.reset();
    return response.type(METRICS_TYPE).send(metricsText(figures));
  });
}

function processFigures(loop: ReturnType<typeof monitorEventLoopDelay>, { db, version }: MetricsParts): Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    {
      ...{ name: 'foyer_info', help: 'The version of the shop and of Node.', type: 'gauge' },
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
    gauge('process_start_time_seconds', 'When the process started.', Math.round(performance.timeOrigin / 1_000)),
    {
      ...{ name: 'process_cpu_seconds_total', help: 'Processor time used.', type: 'counter' },
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory of the process.', rss),
    gauge('nodejs_heap_used_bytes', 'Heap in use.', heapUsed),
    gauge(
      'foyer_event_loop_delay_seconds',
      'Delay of the event loop, 99th percentile.',
      (loop.percentile(99) || 0) / 1e9,
    ),
    gauge(
      'foyer_database_wait_seconds',
      'How long the oldest request has waited for a connection.',
      db.longestWaitMs() / 1e3,
    ),
  ];
}

/** Reads the database's figures. If it fails, the only figure is `foyer_database_up` 0. */
async function databaseFigures(parts: MetricsParts): Promise<Metric[]> {
  const up = (value: number) => gauge('foyer_database_up', 'Whether the database answers.', value);
  try {
    const now = parts.clock.now();
    return [up(1), ...(await parts.db.forOffice().read((tx) => readFigures(tx, parts, now)))];
  } catch {
    return [up(0)];
  }
}

async function readFigures(
  tx: Parameters<typeof queuesAt>[0],
  { gateways }: MetricsParts,
  now: Date,
): Promise<Metric[]> {
  const [queues, overdue, contacts, backupAt, connections] = await Promise.all([
    queuesAt(tx, now),
    overdueWork(tx, now),
    gatewaysNow(tx, gateways),
    lastBackupAt(tx),
    connectionsOfDatabase(tx),
  ]);
  const age = (since: Date | null) => (since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1_000);
  const late = [...queues.map(({ queue, since }) => ({ work: queue as string, since })), ...overdue];
  return [
    {
      ...{ name: 'foyer_work_waiting', help: 'Scheduled work, including overdue work.', type: 'gauge' },
      samples: queues.map(({ queue, waiting }): Sample => ({ labels: { work: queue }, value: waiting })),
    },
    {
      ...{ name: 'foyer_work_late_seconds', help: 'How long the oldest row has been due.', type: 'gauge' },
      samples: late.map(({ work, since }): Sample => ({ labels: { work }, value: age(since) })),
    },
    {
      ...{
        name: 'foyer_gateway_failing_seconds',
        help: 'How long a payment provider has not answered.',
        type: 'gauge',
      },
      samples: contacts.map(({ name, failingSince }) => ({ labels: { gateway: name }, value: age(failingSince) })),
    },
    ...(backupAt ? [gauge('foyer_backup_age_seconds', 'Time since the last backup command.', age(backupAt))] : []),
    gauge('foyer_database_connections', 'Connections to the database server.', connections.used),
    gauge('foyer_database_connections_max', 'Connections that the server allows.', connections.max),
  ];
}
