import { hiddenMailKinds } from '#features/operator-notices/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal, writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { MAY_TRY_AGAIN } from '../domain/why-left-out.ts';
import * as contract from '../office-contract.ts';
import { type BulkRun, bulkRun, lastRuns, resultsOf, setRunStopped, tryLeftOutAgain } from './bulk-store.ts';
import { mailResultsOf } from './mail-runs-store.ts';

const MAX_LISTED_RUNS = 100;
const PAGE = 50;

export function addBulkCalls(calls: OfficeCallRegistry, { db }: { readonly db: OfficeDb }): void {
  calls.add(contract.bulkRuns, async () =>
    db.read(async (tx) => ok({ runs: (await lastRuns(tx, MAX_LISTED_RUNS)).map(onWire) })),
  );

  calls.add(contract.bulkRun, async ({ run: id, after }, context) =>
    db.read(async (tx) => {
      const run = await bulkRun(tx, id);
      if (!run) return refuse(notFound);
      const { roles } = callerOf(context).session;
      const rows = await resultsOf(tx, id, after, PAGE + 1);
      const mails = hasPermission(roles, 'mails.see')
        ? await mailResultsOf(tx, id, { hidden: hiddenMailKinds(roles), after, limit: PAGE + 1 })
        : [];
      const shown = rows.slice(0, PAGE);
      const shownMails = mails.slice(0, PAGE);
      return ok({
        ...onWire(run),
        reason: run.reason,
        rows: shown.map(({ code, customerName, customerEmail, total, status, why }) => ({
          ...{ order: code, customer_name: customerName, to: customerEmail, total, status, why },
        })),
        mails: shownMails.map(({ id: mail, to, subject, order, status, why, lastError }) => ({
          ...{ mail, to, subject, order, status, why, last_error: lastError },
        })),
        next: rows.length + mails.length > PAGE ? (shown.at(-1) ?? shownMails.at(-1))!.id : null,
      });
    }),
  );

  calls.add(contract.bulkStop, async ({ run: id, stop }, context) =>
    db.transaction(async (tx): Promise<Result<Record<string, never>, OfficeRefusal>> => {
      if (!(await setRunStopped(tx, id, stop ? context.now : null))) return refuse(notFound);
      if (!stop) await tryLeftOutAgain(tx, id, MAY_TRY_AGAIN, context.now);
      const { actor } = callerOf(context);
      const action = stop ? 'bulk.stopped' : 'bulk.resumed';
      await writeAudit(tx, { actor, action, subject: `bulk action ${id}` }, context.now);
      await context.remember(tx, {});
      return ok({});
    }),
  );
}

const onWire = (run: BulkRun) => ({
  id: run.id,
  action: run.action,
  actor: run.actor,
  started_at: toInstant(run.startedAt),
  stopped_at: toInstantOrNull(run.stoppedAt),
  waiting: run.waiting,
  done: run.done,
  left_out: run.leftOut,
  failed: run.failed,
});
