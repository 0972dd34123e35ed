import { overdueBefore } from '#features/orders/domain/payment-view.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import { PLANNED_ONCE, type Queryable } from '#platform/db/db.ts';
import { invalidFields } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { isLow } from '../domain/low-stock.ts';
import * as contract from '../office-contract.ts';
import { soldInEach } from './day-figures-store.ts';
import { moneyIn, moneyOut, openInstalments, salesIn } from './figure-lists-store.ts';
import { addMoneyReportCalls } from './office-money-report.ts';
import { addPresentReportCalls } from './office-present-reports.ts';
import { addSalesReportCalls } from './office-sales-report.ts';
import { addTaxReportCalls } from './office-tax-report.ts';
import { addVoucherAndDepartureCalls } from './office-voucher-report.ts';
import { mayOf, pageOf, pageRequest } from './pages-of-rows.ts';
import { dayOf, lastDays, spanOfDay, todayAndLastWeek } from './report-days.ts';
import type { ReportParts } from './report-parts.ts';
import {
  type DueInstalments,
  type FillLevel,
  fillLevelsIn,
  limitedStock,
  movedIn,
  nextEvent,
  openInstalmentsAround,
  openInstalmentsIn,
  placedIn,
} from './today-store.ts';

const DAY_MS = 86_400_000;
/** The last 30 full days, and today. */
const SALES_DAYS = 31;
/** 52 weeks in days, so that each day is compared with the same weekday. */
const YEAR_DAYS = 364;

const NO_DAY = invalidFields([{ field: 'day', message: markedText('Please enter a day.') }]);

export function addReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  const { db, shop } = parts;
  addSalesReportCalls(calls, parts);
  addMoneyReportCalls(calls, parts);
  addPresentReportCalls(calls, parts);
  addTaxReportCalls(calls, parts);
  addVoucherAndDepartureCalls(calls, parts);

  calls.add(contract.today, async (_body, context) => {
    const { now } = context;
    const { timezone } = await shop();
    const may = mayOf(context);
    const spans = todayAndLastWeek(now, timezone);
    const canSeeSales = may('reports.sales');
    const canSeeMoney = may('reports.money');
    const canSeeCounts = canSeeSales || may('orders.see');
    const canSeeStock = canSeeSales || may('manifest.see');
    return db.read(async (tx) => {
      // Sent together, so that all of them take two round trips: one for the stored spans, one for the figures.
      const [event, placed, placedBefore, moved, movedBefore, days, lastYear, next, due, limited] = await Promise.all([
        nextEvent(tx, now),
        canSeeCounts ? placedIn(tx, spans.today) : null,
        canSeeCounts ? placedIn(tx, spans.lastWeek) : null,
        canSeeMoney ? movedIn(tx, spans.today) : null,
        canSeeMoney ? movedIn(tx, spans.lastWeek) : null,
        canSeeSales ? soldOf(tx, lastDays(now, timezone, SALES_DAYS), timezone) : null,
        canSeeSales ? soldOf(tx, lastDays(now, timezone, SALES_DAYS, YEAR_DAYS), timezone) : null,
        canSeeStock ? fillLevelsIn(tx, { from: now, until: new Date(now.getTime() + 14 * DAY_MS) }) : null,
        canSeeMoney
          ? openInstalmentsAround(tx, {
              overdueBefore: overdueBefore(timezone, now),
              soon: daysLater(now, 7),
              later: daysLater(now, 30),
            })
          : null,
        canSeeStock ? limitedStock(tx, now) : null,
      ]);
      const low = limited?.filter(({ capacity, sold, held }) => isLow(capacity - sold - held, capacity)) ?? null;
      const soldLastYear = lastYear?.some(({ sold }) => sold > 0) ? lastYear : null;
      return ok({
        as_of: toInstant(now),
        day: dayOf(now, timezone),
        next_event: event
          ? {
              name: event.name,
              starts_at: toInstant(event.startsAt),
              days: daysBetween(dayOf(now, timezone), dayOf(event.startsAt, timezone)),
            }
          : null,
        placed:
          placed && placedBefore
            ? {
                orders: { now: placed.orders, last_week: placedBefore.orders },
                tickets: { now: placed.tickets, last_week: placedBefore.tickets },
              }
            : null,
        sold: canSeeSales && placed && placedBefore ? { now: placed.sold, last_week: placedBefore.sold } : null,
        money:
          moved && movedBefore
            ? {
                received: { now: moved.in.amount, last_week: movedBefore.in.amount },
                paid_back: { now: moved.out.amount, last_week: movedBefore.out.amount },
              }
            : null,
        sales:
          days?.map(({ day, sold }, index) => ({ day, sold, last_year: soldLastYear?.[index]?.sold ?? null })) ?? null,
        next: next?.map(fillLevelOnWire) ?? null,
        coming: due && { overdue: due.overdue, in_7_days: due.soon, in_30_days: due.later },
        low: low?.map(fillLevelOnWire) ?? null,
      });
    }, PLANNED_ONCE);
  });

  calls.add(contract.salesOfDay, async ({ day, after, page_size: pageSize }, context) => {
    const { timezone } = await shop();
    const span = spanOfDay(day || dayOf(context.now, timezone), timezone);
    if (!span) return refuse(NO_DAY);
    return db.read(async (tx) => {
      const rows = await salesIn(tx, span, pageRequest(after, pageSize));
      const { orders, tickets, sold } = await placedIn(tx, span);
      return ok(pageOf(rows, pageSize, { count: orders, tickets, amount: sold }, context));
    });
  });

  calls.add(contract.moneyOfDay, async ({ day, way, after, page_size: pageSize }, context) => {
    const { timezone } = await shop();
    const span = spanOfDay(day || dayOf(context.now, timezone), timezone);
    if (!span) return refuse(NO_DAY);
    return db.read(async (tx) => {
      const rows = await (way === 'in' ? moneyIn : moneyOut)(tx, span, pageRequest(after, pageSize));
      const { [way]: moved } = await movedIn(tx, span);
      return ok(pageOf(rows, pageSize, { ...moved, tickets: 0 }, context));
    });
  });

  calls.add(contract.planInstalments, async ({ due, after, page_size: pageSize }, context) => {
    const { timezone } = await shop();
    return db.read(async (tx) => {
      const wanted = instalmentsDue(due, timezone, context.now);
      const rows = await openInstalments(tx, wanted, pageRequest(after, pageSize));
      const { parts, amount } = await openInstalmentsIn(tx, wanted);
      return ok(pageOf(rows, pageSize, { count: parts, tickets: 0, amount }, context));
    });
  });
}

/** Returns one figure for each of the days. */
async function soldOf(
  tx: Queryable,
  days: readonly string[],
  timezone: string,
): Promise<{ day: string; sold: number }[]> {
  const sold = await soldInEach(
    tx,
    days.map((day) => spanOfDay(day, timezone)!),
  );
  return days.map((day, index) => ({ day, sold: sold[index] ?? 0 }));
}

function instalmentsDue(due: 'overdue' | 'in_7_days' | 'in_30_days', timezone: string, now: Date): DueInstalments {
  const before = overdueBefore(timezone, now);
  if (due === 'overdue') return { isOverdue: true, overdueBefore: before, until: before };
  return { isOverdue: false, overdueBefore: before, until: daysLater(now, due === 'in_7_days' ? 7 : 30) };
}

const daysLater = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

const daysBetween = (from: string, until: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until), { largestUnit: 'days' }).days;

const fillLevelOnWire = <Level extends FillLevel>({ at, ...level }: Level) => ({ ...level, at: toInstantOrNull(at) });
