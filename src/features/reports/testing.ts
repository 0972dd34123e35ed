import type { Queryable } from '#platform/db/db.ts';
import { groupMoney } from './domain/money-groups.ts';
import { groupSales, SHIPPING } from './domain/sales-groups.ts';
import { spansToRead } from './server/day-figures-store.ts';
import { bookedInGroups } from './server/ledger-figures-store.ts';
import { moneySums } from './server/money-rows-store.ts';
import { dayOf, daysFrom } from './server/report-days.ts';
import { groupsOfDays } from './server/report-parts.ts';
import { type Sql, sumsBySpan } from './server/rows-of-sql-store.ts';
import { type SalesPart, salesSums } from './server/sales-rows-store.ts';
import { soldInGroups, soldItems } from './server/sold-figures-store.ts';
import { taxSums } from './server/tax-store.ts';
import { movedIn, placedIn } from './server/today-store.ts';
import { usedVouchers } from './server/vouchers-store.ts';

export { writtenUntil } from './server/day-figures-store.ts';

/** A number of rows and an amount, sometimes with a further figure, by keys of reports. Those without rows are absent. */
type Figures = Record<string, readonly number[]>;

export type ShownFigures = Readonly<
  Record<'days' | 'items' | 'events' | 'vouchers' | 'money' | 'tax' | 'today', Figures>
>;

/**
 * Returns the figures of the reports, the sums of their lists, and those of Today for the whole period, all at the
 * moment of the transaction.
 */
export async function dayFiguresOf(
  tx: Queryable,
  { from, until }: { readonly from: string; readonly until: string },
  timezone: string,
): Promise<ShownFigures> {
  const requested = daysFrom(from, until, timezone)!;
  const { days, spans } = requested;
  const read = await spansToRead(tx, spans);
  const items = await soldItems(tx);
  const byDay = async (sql: Sql) => {
    const rows = new Map<string, [number, number]>();
    for (const { day: at, count, amount } of await sumsBySpan(tx, sql)) {
      const day = dayOf(at, timezone);
      const [counted, added] = rows.get(day) ?? [0, 0];
      rows.set(day, [counted + count, added + amount]);
    }
    return figuresOf([...rows].map(([day, figures]) => [day, ...figures]));
  };
  const salesBy = async (by: 'day' | 'item' | 'event') =>
    groupSales(await soldInGroups(tx, read, groupsOfDays(requested, by)), items, { by, days }).filter(
      ({ key, sold, orders }) => key !== SHIPPING && (sold !== 0 || orders !== 0),
    );
  const rowsBehind = async (part: Pick<SalesPart, 'kind' | 'code'>) =>
    (await sumsBySpan(tx, salesSums({ ...part, channel: null, voucher: null }, read))).reduce(
      (all, { count }) => all + count,
      0,
    );
  const withCount = async (by: 'item' | 'event') => {
    const rows: [string, number, number][] = [];
    for (const { key, sold } of await salesBy(by)) {
      const kind = by === 'item' ? 'item' : key === ':none' ? 'no_event' : 'event';
      rows.push([key, await rowsBehind({ kind, code: key }), sold]);
    }
    return figuresOf(rows);
  };
  const money = groupMoney(await bookedInGroups(tx, read, groupsOfDays(requested, 'day')), { by: 'day', days });
  const counted = await byDay(moneySums({ account: null, kinds: null, sign: 1 }, read));
  const whole = { from: spans[0]!.from, until: spans.at(-1)!.until };
  const placed = await placedIn(tx, whole);
  const moved = await movedIn(tx, whole);
  return {
    days: figuresOf((await salesBy('day')).map(({ key, orders, sold }) => [key, orders!, sold])),
    items: await withCount('item'),
    events: await withCount('event'),
    vouchers: figuresOf((await usedVouchers(tx, read)).map(({ key, uses, discount }) => [String(key), uses, discount])),
    money: figuresOf(money.flatMap(({ key, change }) => (counted[key] ? [[key, counted[key][0]!, change]] : []))),
    tax: await byDay(taxSums({ country: null, rate: null, figure: 'tax' }, read)),
    today: {
      placed: [placed.orders, placed.sold, placed.tickets],
      in: [moved.in.count, moved.in.amount],
      out: [moved.out.count, moved.out.amount],
    },
  };
}

const figuresOf = (rows: readonly (readonly [string, number, number])[]): Figures =>
  Object.fromEntries(rows.map(([key, ...figures]) => [key, figures]));
