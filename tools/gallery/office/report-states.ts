import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, FAILED, holding, refusing, together } from './stand-ins.ts';
import { press } from './steps.ts';

const year = 'period=this-year';
const noRows = { rows: [], next: null, count: 0, tickets: 0, amount: 0 };

type Month = OfficeAnswer<'books-list'>['months'][number];
const month = (name: string, state: Month['state'], more: Partial<Month> = {}): Month => ({
  month: name,
  state,
  closed_at: null,
  closed_by: null,
  sha256: null,
  size: null,
  ...more,
});
const closed = {
  closed_at: '2026-10-02T08:12:00.000Z',
  closed_by: 'Joris Hendriks',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 4_812_004,
};
const allKinds = answering('books-list', {
  months: [
    month('2026-11', 'open'),
    month('2026-10', 'closable'),
    month('2026-09', 'making', { ...closed, sha256: null, size: null }),
    month('2026-08', 'made', closed),
    month('2016-08', 'deleted', closed),
  ],
});

/** Reports, the lists behind their figures, and the month's books. */
export const reportStates: readonly OfficeState[] = [
  { name: 'reports/sales', at: `/office/reports/sales?${year}&by=week`, sees: 'Total' },
  { name: 'reports/sales by day', at: '/office/reports/sales?period=last-30-days&by=day', sees: 'Total' },
  { name: 'reports/sales by item', at: `/office/reports/sales?${year}&by=item`, sees: 'Festival Pass' },
  {
    name: 'reports/sales by item, long texts',
    at: `/office/reports/sales?${year}&by=item`,
    before: changing('report-sales', atLength),
    sees: /Rotterdam/,
  },
  { name: 'reports/sales, nothing', at: '/office/reports/sales?from=2020-01-01&until=2020-01-31', sees: 'Total' },
  {
    name: 'reports/sales, own days',
    at: '/office/reports/sales?from=2026-01-01&until=2026-12-31&by=month',
    sees: 'Total',
  },
  { name: 'reports/sales, the list', at: `/office/reports/sales/rows?${year}`, sees: 'SLK-' },
  {
    name: 'reports/sales, the list, nothing',
    at: `/office/reports/sales/rows?${year}`,
    before: answering('report-sales-rows', { ...noRows, name: null }),
    sees: 'Nothing here',
  },
  { name: 'reports/money', at: `/office/reports/money?${year}`, sees: 'Sandbox' },
  { name: 'reports/money, the list', at: `/office/reports/money/rows?${year}&column=in`, sees: 'SLK-' },
  { name: 'reports/departures', at: '/office/reports/departures?from=2026-01-01&until=2028-12-31', sees: 'Passengers' },
  { name: 'reports/departures, none', at: '/office/reports/departures?period=today', sees: 'Nothing departs' },
  { name: 'reports/vouchers', at: `/office/reports/vouchers?${year}`, sees: 'Total' },
  { name: 'reports/vouchers, without codes', at: `/office/reports/vouchers?${year}`, staff: 'sara', sees: 'Total' },
  { name: 'reports/receivables', at: '/office/reports/receivables', sees: 'Not overdue' },
  { name: 'reports/receivables by month', at: '/office/reports/receivables?by=month', sees: 'Total' },
  { name: 'reports/receivables, the list', at: '/office/reports/receivables/rows?by=age', sees: 'SLK-' },
  { name: 'reports/liability', at: '/office/reports/liability', sees: 'Refunds accepted' },
  { name: 'reports/liability, the list', at: '/office/reports/liability/rows?kind=plans', sees: 'SLK-' },
  { name: 'reports/tax', at: `/office/reports/tax?${year}`, sees: 'Compared with the ledger' },
  { name: 'reports/tax, the list', at: `/office/reports/tax/rows?${year}`, sees: 'SLK-' },
  { name: 'books', at: '/office/reports/books', sees: 'Close a month' },
  { name: 'books/every state', at: '/office/reports/books', before: allKinds, sees: 'Joris Hendriks' },
  {
    name: 'books/closing',
    at: '/office/reports/books',
    before: holding('books-close'),
    act: press(/^Close /),
    sees: 'cannot be undone',
  },
  {
    name: 'books/closed, its file is being made',
    at: '/office/reports/books',
    before: together(allKinds, answering('books-close', month('2026-10', 'making', closed))),
    act: press(/^Close /),
    sees: 'is being made',
  },
  {
    name: 'books/the file did not load',
    at: '/office/reports/books',
    before: together(allKinds, refusing('books-part', FAILED)),
    act: press(/^Download /),
    sees: 'The file did not load',
  },
  {
    name: 'books/nothing booked',
    at: '/office/reports/books',
    before: answering('books-list', { months: [] }),
    sees: 'Nothing has been booked yet',
  },
];
