import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, NOTHING_WAITS, together } from './stand-ins.ts';

type Today = OfficeAnswer<'today'>;

const at = (hour: number, daysAhead: number, now: string) =>
  new Date(Date.parse(now) + (daysAhead * 24 + hour - 12) * 3_600_000).toISOString();

/** Moves to ten days before the festival, with last year's sales to compare with. */
const festivalWeek = (today: Today): Today => {
  const departure = (name: string, hour: number, sold: number, held: number, capacity: number | null) => ({
    key: `${name} ${hour}`,
    name,
    at: at(hour, 10, today.as_of),
    timezone: 'Europe/Amsterdam',
    sold,
    held,
    capacity,
    item: name.startsWith('Coach') ? 'coach-cologne' : null,
    departure: null,
  });
  const figure = (now: number, lastWeek: number) => ({ now, last_week: lastWeek });
  return {
    ...today,
    next_event: { name: 'Sandlark 2027', starts_at: at(12, 10, today.as_of), days: 10 },
    placed: { orders: figure(29, 24), tickets: figure(55, 47) },
    sold: figure(605_150, 511_800),
    money: { received: figure(487_650, 540_200), paid_back: figure(9_400, 14_250) },
    sales: (today.sales ?? []).map((day, index) => ({
      ...day,
      sold: 780_000 + ((index * 7) % 11) * 96_500 + index * 21_000 - (index === 29 ? 900_000 : 0),
      last_year: 690_000 + ((index * 7) % 11) * 84_300 + index * 17_400,
    })),
    next: [
      departure('Sandlark 2027', 12, 3_871, 12, 4_200),
      departure('Coach from Cologne, return', 8, 86, 1, 100),
      departure('Coach from Amsterdam, return', 9, 127, 4, 150),
      departure('Coach from Brussels, return', 10, 91, 0, 100),
      departure('Coach from Amsterdam, return', 16, 100, 0, 100),
      departure('Dune camping, per person', 17, 412, 0, null),
    ],
    coming: {
      overdue: { parts: 2, amount: 14_400 },
      in_7_days: { parts: 38, amount: 182_400 },
      in_30_days: { parts: 61, amount: 292_800 },
    },
    low: [
      { ...departure('Coach from Amsterdam, return', 13, 145, 2, 150) },
      { ...departure('Lark Lodge', 0, 58, 0, 60), at: null },
      { ...departure('Lark tee, size S', 0, 134, 2, 140), at: null },
    ],
  };
};

const nothingYet = (today: Today): Today => ({
  ...today,
  placed: { orders: { now: 0, last_week: 0 }, tickets: { now: 0, last_week: 0 } },
  sold: { now: 0, last_week: 0 },
  money: { received: { now: 0, last_week: 0 }, paid_back: { now: 0, last_week: 0 } },
  sales: (today.sales ?? []).map((day) => ({ ...day, sold: 0, last_year: null })),
  next: [],
  coming: { overdue: { parts: 0, amount: 0 }, in_7_days: { parts: 0, amount: 0 }, in_30_days: { parts: 0, amount: 0 } },
  low: [],
});

const noRows = { rows: [], next: null, count: 0, tickets: 0, amount: 0 };

/** The first page and the lists behind its figures. */
export const todayStates: readonly OfficeState[] = [
  { name: 'today', at: '/office/', sees: 'Sales, last 30 days' },
  { name: 'today/ten days before', at: '/office/', before: changing('today', festivalWeek), sees: 'Next 14 days' },
  {
    name: 'today/as a table',
    at: '/office/',
    before: changing('today', festivalWeek),
    act: (page) => page.getByText('Show as a table').click(),
    sees: 'Last year',
  },
  {
    name: 'today/long texts',
    at: '/office/',
    before: changing('today', (today) => atLength(festivalWeek(today))),
    sees: 'Next 14 days',
  },
  {
    name: 'today/first day',
    at: '/office/',
    before: together(changing('today', nothingYet), NOTHING_WAITS),
    sees: 'Orders',
  },
  { name: 'today/finance', at: '/office/', staff: 'joris', sees: 'Today' },
  { name: 'today/support', at: '/office/', staff: 'noor', sees: 'Today' },
  { name: 'today/viewer', at: '/office/', staff: 'sara', sees: 'Sales, last 30 days' },
  { name: 'today/door', at: '/office/', staff: 'pim', sees: 'Today' },
  { name: 'today/sales', at: '/office/today/sales', sees: /€/ },
  {
    name: 'today/sales, none',
    at: '/office/today/sales',
    before: answering('sales-of-day', noRows),
    sees: 'Nothing here',
  },
  {
    name: 'today/sales, long texts',
    at: '/office/today/sales',
    before: changing('sales-of-day', (answer) => ({ ...atLength(answer), next: 'more', count: 2_310 })),
    sees: 'Show 50 more',
  },
  { name: 'today/money in', at: '/office/today/money-in', sees: /€/ },
  { name: 'today/refunds out', at: '/office/today/refunds-out', sees: /€/ },
  { name: 'today/overdue instalments', at: '/office/today/plans?due=overdue', sees: 'SLK-' },
];
