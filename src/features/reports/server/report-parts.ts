import type { Shop } from '#features/shop-config/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { invalidFields } from '#platform/http/refusal.ts';
import { groupOf, isTimeGroup } from '../domain/time-groups.ts';
import type { DayGroup } from './day-figures-store.ts';
import { type DaysOfShop, daysFrom } from './report-days.ts';

export interface ReportParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly timezone: string }>;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

const NO_DAYS = invalidFields([
  { field: 'from', message: markedText('Please enter two days, the earlier one first, at most ten years apart.') },
]);

/** Returns the days of a report, in the shop's zone. */
export async function requestedDays(
  { from, until }: { readonly from: string; readonly until: string },
  { shop }: Pick<ReportParts, 'shop'>,
): Promise<Result<DaysOfShop, typeof NO_DAYS>> {
  const days = daysFrom(from, until, (await shop()).timezone);
  return days ? ok(days) : refuse(NO_DAYS);
}

/** Adds up one figure of all rows. */
export function totalOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((all, row) => all + figure(row), 0);
}

/** Returns the groups of days that the database adds up: a single group of all days unless they are grouped by time. */
export function groupsOfDays({ days, spans }: DaysOfShop, by: string): DayGroup[] {
  const groups = new Map<string, DayGroup>();
  for (const [index, firstDay] of days.entries()) {
    const group = isTimeGroup(by) ? groupOf(firstDay, by) : '';
    if (!groups.has(group)) groups.set(group, { from: spans[index]!.from, firstDay });
  }
  return [...groups.values()];
}
