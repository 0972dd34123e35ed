import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { reportDepartures, reportVouchers } from '../office-contract.ts';
import { spansToRead } from './day-figures-store.ts';
import { departuresIn, nextDeparture } from './departures-store.ts';
import { mayOf } from './pages-of-rows.ts';
import { dayOf } from './report-days.ts';
import { type ReportParts, requestedDays, totalOf } from './report-parts.ts';
import { usedVouchers } from './vouchers-store.ts';

export function addVoucherAndDepartureCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportVouchers, async (requested, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const used = await parts.db.read(async (tx) => usedVouchers(tx, await spansToRead(tx, found.value.spans)));
    const seesCodes = mayOf(context)('vouchers.make');
    return ok({
      as_of: toInstant(context.now),
      rows: used.map(({ key, code, ...row }) => ({ key: String(key), code: seesCodes ? code : null, ...row })),
      total: {
        uses: totalOf(used, ({ uses }) => uses),
        discount: totalOf(used, ({ discount }) => discount),
        sold: totalOf(used, ({ sold }) => sold),
      },
    });
  });

  calls.add(reportDepartures, async (requested, { now }) => {
    const isChosen = requested.from !== '' || requested.until !== '';
    const { from, until } = isChosen ? requested : await daysOfNextDepartures(parts, now);
    const found = await requestedDays({ from, until }, parts);
    if (!found.ok) return found;
    const rows = await parts.db.read((tx) => departuresIn(tx, found.value.whole));
    return ok({
      ...{ as_of: toInstant(now), from, until },
      rows: rows.map(({ at, ...row }) => ({ ...row, at: toInstant(at) })),
    });
  });
}

/** Returns the week that begins with the day of the next departure, or with today if nothing is to depart. */
async function daysOfNextDepartures(
  { db, shop }: ReportParts,
  now: Date,
): Promise<{ readonly from: string; readonly until: string }> {
  const { timezone } = await shop();
  const next = await db.read((tx) => nextDeparture(tx, now));
  const from = dayOf(next ?? now, timezone);
  return { from, until: Temporal.PlainDate.from(from).add({ days: 6 }).toString() };
}
