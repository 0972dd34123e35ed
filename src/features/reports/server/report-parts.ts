import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { invalidFields } from '#platform/http/refusal.ts';
import type { KeepFigures } from './kept-figures.ts';
import { type DaysOfShop, daysFrom } from './report-days.ts';

export interface ReportParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly timezone: string }>;
  readonly keep: KeepFigures;
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
