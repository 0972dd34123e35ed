import type { Queryable } from '#platform/db/db.ts';

export interface SweepRow {
  readonly gateway: string;
  readonly sweptUntil: Date;
  /** Set while a sweep is unfinished. */
  readonly sweepingUntil: Date | null;
  readonly after: string | null;
}

/** Adds a row for each gateway that has none, with `first.sweptUntil`. */
export const beginSweeps = (
  db: Queryable,
  gateways: readonly string[],
  first: { readonly sweptUntil: Date; readonly nextAt: Date },
): Promise<number> =>
  db.run(
    `insert into gateway_sweeps (gateway, swept_until, next_at)
     select name, $2, $3 from unnest($1::text[]) as name
     on conflict (gateway) do nothing`,
    [gateways, first.sweptUntil, first.nextAt],
  );

/** Schedules the next sweeps first, so that a crash only delays them and no two processes sweep at the same time. */
export const takeDueSweeps = (
  db: Queryable,
  gateways: readonly string[],
  now: Date,
  nextAt: Date,
): Promise<SweepRow[]> =>
  db.rows(
    `update gateway_sweeps
     set next_at = $3
     where gateway = any($1) and next_at <= $2
     returning gateway, swept_until as "sweptUntil", sweeping_until as "sweepingUntil", after`,
    [gateways, now, nextAt],
  );

/** Notes how far the sweep has come, so that the next one continues there. */
export const noteSweepPage = (db: Queryable, gateway: string, until: Date, after: string): Promise<number> =>
  db.run('update gateway_sweeps set sweeping_until = $2, after = $3 where gateway = $1', [gateway, until, after]);

export const resumeSweepAt = (db: Queryable, gateway: string, nextAt: Date): Promise<number> =>
  db.run('update gateway_sweeps set next_at = $2 where gateway = $1', [gateway, nextAt]);

export const finishSweep = (db: Queryable, gateway: string, until: Date): Promise<number> =>
  db.run('update gateway_sweeps set swept_until = $2, sweeping_until = null, after = null where gateway = $1', [
    gateway,
    until,
  ]);
