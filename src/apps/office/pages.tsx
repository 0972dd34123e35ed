import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { allowed } from './allowed.tsx';
import { FirstOf } from './first-of.tsx';

interface OfficePage {
  /** The path below `/office`. */
  path: string;
  page: ComponentType | LazyExoticComponent<ComponentType>;
}

const page = (path: string, load: () => Promise<{ default: ComponentType }>, permission?: Permission): OfficePage => {
  const Page = lazy(load);
  return { path, page: permission === undefined ? Page : allowed(permission, Page) };
};

const redirect = (path: string, beginning: string): OfficePage => ({
  path,
  page: () => <FirstOf beginning={beginning} />,
});

const inbox = () => import('#features/operator-notices/office/inbox-page.tsx');
const figures = () => import('#features/reports/office/figure-list-page.tsx');
const reportRows = () => import('#features/reports/office/report-rows-page.tsx');
const staff = () => import('#features/staff/office/staff-page.tsx');

export const pages: readonly OfficePage[] = [
  page('/', () => import('#features/reports/office/today-page.tsx')),
  page('/today/sales', figures, 'reports.sales'),
  page('/today/:figure', figures, 'reports.money'),
  page('/inbox', inbox, 'orders.see'),
  page('/inbox/:key', inbox, 'orders.see'),
  page('/orders', () => import('#features/search/office/orders-page.tsx'), 'orders.see'),
  page('/orders/bulk', () => import('#features/bulk/office/bulk-runs-page.tsx'), 'orders.see'),
  page('/orders/bulk/:run', () => import('#features/bulk/office/bulk-run-page.tsx'), 'orders.see'),
  page('/orders/new', () => import('#features/checkout/office/new-order-page.tsx'), 'orders.create'),
  page('/orders/:code', () => import('#features/desk/office/order-page.tsx'), 'orders.see'),
  page('/orders/:code/as-customer', () => import('#features/desk/office/as-customer-page.tsx'), 'orders.as-customer'),
  page('/held', () => import('#features/desk/office/held-page.tsx'), 'orders.see'),
  page('/waiting-rooms', () => import('#features/waiting-room/office/waiting-rooms-page.tsx'), 'waiting-rooms.run'),
  page('/tickets', () => import('#features/search/office/tickets-page.tsx'), 'orders.see'),
  page('/people', () => import('#features/search/office/people-page.tsx'), 'orders.see'),
  page('/mails', () => import('#features/search/office/mails-page.tsx'), 'mails.see'),
  page('/money/statements', () => import('#features/bank-statements/office/statements-page.tsx'), 'money.book'),
  page('/money/statements/:id', () => import('#features/bank-statements/office/statement-page.tsx'), 'money.book'),
  page('/money/invoices', () => import('#features/search/office/invoices-page.tsx'), 'invoices.see'),
  page('/money/plans', () => import('#features/search/office/plans-page.tsx'), 'orders.see'),
  page('/money/refunds', () => import('#features/search/office/refunds-page.tsx'), 'orders.see'),
  page('/money/refund-files', () => import('#features/refunds/office/transfer-files-page.tsx'), 'payouts.make'),
  page('/money/refund-files/:id', () => import('#features/refunds/office/transfer-file-page.tsx'), 'payouts.make'),
  page('/money/receipts', () => import('#features/search/office/receipts-page.tsx'), 'money.book'),
  page('/reports/sales', () => import('#features/reports/office/sales-report-page.tsx'), 'reports.sales'),
  page('/reports/sales/rows', reportRows, 'reports.sales'),
  page('/reports/money', () => import('#features/reports/office/money-report-page.tsx'), 'reports.money'),
  page('/reports/money/rows', reportRows, 'reports.money'),
  page('/reports/departures', () => import('#features/reports/office/departures-report-page.tsx'), 'reports.sales'),
  page('/reports/vouchers', () => import('#features/reports/office/vouchers-report-page.tsx'), 'reports.sales'),
  page('/reports/receivables', () => import('#features/reports/office/receivables-page.tsx'), 'reports.money'),
  page('/reports/receivables/rows', reportRows, 'reports.money'),
  page('/reports/liability', () => import('#features/reports/office/liability-page.tsx'), 'reports.money'),
  page('/reports/liability/rows', reportRows, 'reports.money'),
  page('/reports/tax', () => import('#features/reports/office/tax-report-page.tsx'), 'reports.money'),
  page('/reports/tax/rows', reportRows, 'reports.money'),
  page('/reports/books', () => import('#features/books/office/books-page.tsx'), 'reports.books'),
  // People guess these addresses, or cut them off longer ones.
  redirect('/money', '/money/'),
  redirect('/money/files', '/money/refund-files'),
  redirect('/reports', '/reports/'),
  redirect('/staff/audit', '/audit'),
  redirect('/staff/health', '/health'),
  page('/me', () => import('#features/staff/office/me-page.tsx')),
  page('/staff', staff, 'staff.manage'),
  page('/staff/:id', staff, 'staff.manage'),
  page('/audit', () => import('./pages/audit-page.tsx'), 'audit.see'),
  page('/health', () => import('#features/health/office/health-page.tsx'), 'health.see'),
];
