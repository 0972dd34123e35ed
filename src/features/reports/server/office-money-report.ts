import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { groupMoney, kindsOf, type MoneyColumn } from '../domain/money-groups.ts';
import { reportMoney, reportMoneyRows } from '../office-contract.ts';
import { spansToRead } from './day-figures-store.ts';
import { bookedInGroups } from './ledger-figures-store.ts';
import { type MoneyPart, moneyRows, moneySums } from './money-rows-store.ts';
import { pageOfDays, type RowsOfDays } from './pages-of-rows.ts';
import { groupsOfDays, type ReportParts, requestedDays, totalOf } from './report-parts.ts';

export function addMoneyReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportMoney, async ({ by, ...requested }, { now }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { days, spans } = found.value;
    const booked = await parts.db.read(async (tx) =>
      bookedInGroups(tx, await spansToRead(tx, spans), groupsOfDays(found.value, by)),
    );
    const rows = groupMoney(booked, { by, days });
    return ok({
      as_of: toInstant(now),
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

  calls.add(reportMoneyRows, async ({ way, column, after, page_size: pageSize, ...requested }, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const part = partOf(way, column);
    const moved: RowsOfDays = { rows: (span) => moneyRows(part, span), sums: (spans) => moneySums(part, spans) };
    return ok(await pageOfDays(parts.db, moved, found.value, { after, pageSize }, context));
  });
}

const partOf = (way: string | null, column: MoneyColumn | 'change'): MoneyPart => ({
  account: way === null ? null : way === 'bank' ? 'bank' : `gateway:${way}`,
  kinds: column === 'change' ? null : kindsOf(column),
  sign: column === 'out' || column === 'taken' ? -1 : 1,
});
