import type { OfficeState } from './office-state.ts';
import { failingAll, holdingAll } from './stand-ins.ts';

/** Names of the screens that are pictured while loading and failing, by the address of the office's pages. */
export const PAGES: readonly { name: string; at: string; path: string }[] = [
  { name: 'today', path: '/', at: '/office/' },
  { name: 'today/sales', path: '/today/sales', at: '/office/today/sales' },
  { name: 'today/money in', path: '/today/:figure', at: '/office/today/money-in' },
  { name: 'inbox', path: '/inbox', at: '/office/inbox' },
  { name: 'inbox/one', path: '/inbox/:key', at: '/office/inbox/refund%3ASLK-2H9CRW-R1' },
  { name: 'orders', path: '/orders', at: '/office/orders' },
  { name: 'bulk actions', path: '/orders/bulk', at: '/office/orders/bulk' },
  { name: 'bulk action', path: '/orders/bulk/:run', at: '/office/orders/bulk/3' },
  { name: 'new order', path: '/orders/new', at: '/office/orders/new' },
  { name: 'order', path: '/orders/:code', at: '/office/orders/SLK-2H9CRW' },
  {
    name: 'order/as the customer sees it',
    path: '/orders/:code/as-customer',
    at: '/office/orders/SLK-2H9CRW/as-customer',
  },
  { name: 'held items', path: '/held', at: '/office/held' },
  { name: 'waiting room', path: '/waiting-rooms', at: '/office/waiting-rooms' },
  { name: 'tickets', path: '/tickets', at: '/office/tickets' },
  { name: 'people', path: '/people', at: '/office/people' },
  { name: 'emails', path: '/mails', at: '/office/mails' },
  { name: 'statements', path: '/money/statements', at: '/office/money/statements' },
  { name: 'statement', path: '/money/statements/:id', at: '/office/money/statements/1' },
  { name: 'invoices', path: '/money/invoices', at: '/office/money/invoices' },
  { name: 'instalments', path: '/money/plans', at: '/office/money/plans' },
  { name: 'refunds', path: '/money/refunds', at: '/office/money/refunds' },
  { name: 'refund files', path: '/money/refund-files', at: '/office/money/refund-files' },
  { name: 'refund file', path: '/money/refund-files/:id', at: '/office/money/refund-files/SLK-REFUNDS-1' },
  { name: 'receipts', path: '/money/receipts', at: '/office/money/receipts' },
  { name: 'reports/sales', path: '/reports/sales', at: '/office/reports/sales' },
  { name: 'reports/sales, the list', path: '/reports/sales/rows', at: '/office/reports/sales/rows' },
  { name: 'reports/money', path: '/reports/money', at: '/office/reports/money' },
  { name: 'reports/money, the list', path: '/reports/money/rows', at: '/office/reports/money/rows' },
  { name: 'reports/departures', path: '/reports/departures', at: '/office/reports/departures' },
  { name: 'reports/vouchers', path: '/reports/vouchers', at: '/office/reports/vouchers' },
  { name: 'reports/receivables', path: '/reports/receivables', at: '/office/reports/receivables' },
  { name: 'reports/receivables, the list', path: '/reports/receivables/rows', at: '/office/reports/receivables/rows' },
  { name: 'reports/liability', path: '/reports/liability', at: '/office/reports/liability' },
  {
    name: 'reports/liability, the list',
    path: '/reports/liability/rows',
    at: '/office/reports/liability/rows?kind=plans',
  },
  { name: 'reports/tax', path: '/reports/tax', at: '/office/reports/tax' },
  { name: 'reports/tax, the list', path: '/reports/tax/rows', at: '/office/reports/tax/rows' },
  { name: 'books', path: '/reports/books', at: '/office/reports/books' },
  { name: 'own account', path: '/me', at: '/office/me' },
  { name: 'team/staff', path: '/staff', at: '/office/staff' },
  { name: 'team/person', path: '/staff/:id', at: '/office/staff/2' },
  { name: 'audit', path: '/audit', at: '/office/audit' },
  { name: 'health', path: '/health', at: '/office/health' },
];

/** Each page while it waits for the server, and when the server fails. */
export const pageStates: readonly OfficeState[] = PAGES.flatMap(({ name, at }) => [
  {
    name: `${name}/loading`,
    at,
    before: holdingAll,
    act: (page) => page.locator('[aria-busy=true]').first().waitFor(),
    sees: 'Sandlark',
    isPlain: true,
  },
  { name: `${name}/failed`, at, before: failingAll, sees: 'Try again', isPlain: true },
]);
