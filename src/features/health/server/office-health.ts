import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { conflict } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { stateOfBackup, stateOfDisk, stateOfGateway, stateOfQueue } from '../domain/health-state.ts';
import * as contract from '../office-contract.ts';
import { databaseNow, gatewaysNow, lastBackupAt, queuesAt } from './health-store.ts';

export interface HealthParts {
  readonly db: OfficeDb;
  readonly version: string;
  readonly startedAt: Date;
  /** Names of the configured gateways. */
  readonly gateways: readonly string[];
  /** Bytes of the disk with the data folder; null if the system does not report it. */
  disk(): Promise<{ readonly free: number; readonly total: number } | null>;
  /** The same check as `doctor` on the command line. */
  check(db: OfficeDb, now: Date): Promise<{ checked: Readonly<Record<string, number>>; findings: readonly string[] }>;
}

/** SQLSTATE of a statement that took too long. */
const CANCELLED = '57014';
const TOO_LARGE = conflict(
  markedText('The shop is too large to be checked from here. Run npm run shop -- doctor on the command line.'),
);

export function addHealthCalls(calls: OfficeCallRegistry, parts: HealthParts): void {
  const { db } = parts;

  calls.add(contract.health, async (_body, { now }) => {
    const disk = await parts.disk();
    return db.read(async (tx) => {
      const [queues, gateways, madeAt, database] = await Promise.all([
        queuesAt(tx, now),
        gatewaysNow(tx, parts.gateways),
        lastBackupAt(tx),
        databaseNow(tx),
      ]);
      return ok({
        as_of: toInstant(now),
        version: parts.version,
        started_at: toInstant(parts.startedAt),
        queues: queues.map(({ queue, waiting, due, since }) => ({
          ...{ queue, waiting, due, since: toInstantOrNull(since) },
          state: stateOfQueue(since, now),
        })),
        gateways: gateways.map(({ name, failingSince, lastMessageAt }) => ({
          name,
          state: stateOfGateway(failingSince, now),
          failing_since: toInstantOrNull(failingSince),
          last_message_at: toInstantOrNull(lastMessageAt),
        })),
        backup: { state: stateOfBackup(madeAt, now), made_at: toInstantOrNull(madeAt) },
        database,
        disk: disk && { ...disk, state: stateOfDisk(disk) },
      });
    });
  });

  calls.add(contract.healthCheck, async (_body, { now }) => {
    try {
      const { checked, findings } = await parts.check(db, now);
      return ok({
        as_of: toInstant(now),
        checked: Object.entries(checked).map(([what, count]) => ({ what, count })),
        findings: [...findings],
      });
    } catch (error) {
      if ((error as { code?: string }).code === CANCELLED) return refuse(TOO_LARGE);
      throw error;
    }
  });
}
