import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { groupMoney, kindsOf, type MoneyColumn } from '../domain/money-groups.ts';
import { reportMoney, reportMoneyRows } from '../office-contract.ts';
import { keyOf } from './kept-figures.ts';
import { bookedInSpans } from './ledger-figures-store.ts';
import { type MoneyPart, moneyRows } from './money-rows-store.ts';
import { keptPage } from './pages-of-rows.ts';
import { type ReportParts, requestedDays, totalOf } from './report-parts.ts';

export function addMoneyReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportMoney, async ({ by, ...requested }, { now }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { days, spans } = found.value;
    const booked = await parts.keep(keyOf('booked', spans), now, (tx) => bookedInSpans(tx, spans));
    const rows = groupMoney(
      booked.figures.map((figure) => ({ ...figure, day: days[figure.day - 1]! })),
      { by, days },
    );
    return ok({
      as_of: toInstant(booked.asOf),
      rows,
      total: {
        in: totalOf(rows, (row) => row.in),
        out: totalOf(rows, ({ out }) => out),
        taken: totalOf(rows, ({ taken }) => taken),
        moved: totalOf(rows, ({ moved }) => moved),
        change: totalOf(rows, ({ change }) => change),
      },
    });
  });

  calls.add(reportMoneyRows, async ({ way, column, after, most, ...requested }, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { whole } = found.value;
    const moved = moneyRows(partOf(way, column), whole);
    return ok(await keptPage(parts.keep, moved, { after, most }, context));
  });
}

const partOf = (way: string | null, column: MoneyColumn | 'change'): MoneyPart => ({
  account: way === null ? null : way === 'bank' ? 'bank' : `gateway:${way}`,
  kinds: column === 'change' ? null : kindsOf(column),
  sign: column === 'out' || column === 'taken' ? -1 : 1,
});
