import { overdueBefore } from '#features/orders/domain/payment-view.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { LIABILITY_KINDS } from '../domain/liability-kinds.ts';
import { AGES, PROBLEM, type ReceivableGroup } from '../domain/receivable-groups.ts';
import { reportLiability, reportLiabilityRows, reportReceivables, reportReceivablesRows } from '../office-contract.ts';
import { liabilityRows } from './liability-store.ts';
import { pageOf, pageRequest } from './pages-of-rows.ts';
import { owedByCustomers, receivableRows, receivablesIn } from './receivables-store.ts';
import { type ReportParts, totalOf } from './report-parts.ts';
import { rowsOf, sumOf } from './rows-of-sql-store.ts';

/** Reports of the money owed now, to the shop and by it. */
export function addPresentReportCalls(calls: OfficeCallRegistry, { db, shop }: ReportParts): void {
  calls.add(reportReceivables, async ({ by }, { now }) => {
    const { timezone } = await shop();
    return db.read(async (tx) => {
      const [found, ledger] = await Promise.all([receivablesIn(tx, by, presentOf(timezone, now)), owedByCustomers(tx)]);
      const rows = inOrder(found, by);
      const total = { parts: totalOf(rows, (row) => row.parts), amount: totalOf(rows, ({ amount }) => amount) };
      return ok({ as_of: toInstant(now), rows, total, ledger });
    });
  });

  calls.add(reportReceivablesRows, async ({ by, group, after, page_size: pageSize }, context) => {
    const { timezone } = await shop();
    const owed = receivableRows(by, group, presentOf(timezone, context.now));
    return db.read(async (tx) => {
      const rows = await rowsOf(tx, owed, pageRequest(after, pageSize));
      return ok(pageOf(rows, pageSize, await sumOf(tx, owed), context));
    });
  });

  calls.add(reportLiability, async (_body, { now }) => {
    const rows = await db.read((tx) =>
      Promise.all(LIABILITY_KINDS.map(async (key) => ({ key, ...(await sumOf(tx, liabilityRows(key))) }))),
    );
    const total = { count: totalOf(rows, ({ count }) => count), amount: totalOf(rows, ({ amount }) => amount) };
    return ok({ as_of: toInstant(now), rows, total });
  });

  calls.add(reportLiabilityRows, async ({ kind, after, page_size: pageSize }, context) =>
    db.read(async (tx) => {
      const owed = liabilityRows(kind);
      const rows = await rowsOf(tx, owed, pageRequest(after, pageSize));
      return ok(pageOf(rows, pageSize, await sumOf(tx, owed), context));
    }),
  );
}

const presentOf = (timezone: string, now: Date) => ({ now, overdueBefore: overdueBefore(timezone, now), timezone });

/** Orders ages by length, keeps months as they are, and puts problems last. */
function inOrder<Row extends { key: string }>(rows: readonly Row[], by: ReceivableGroup): Row[] {
  const keys: readonly string[] = by === 'age' ? AGES : rows.map(({ key }) => key).filter((key) => key !== PROBLEM);
  return [...keys, PROBLEM].flatMap((key) => rows.filter((row) => row.key === key));
}
