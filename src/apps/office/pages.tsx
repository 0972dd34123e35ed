import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { allowed } from './allowed.tsx';

interface OfficePage {
  /** Below `/office`. */
  path: string;
  page: ComponentType | LazyExoticComponent<ComponentType>;
}

const page = (path: string, load: () => Promise<{ default: ComponentType }>, permission?: Permission): OfficePage => {
  const Page = lazy(load);
  return { path, page: permission === undefined ? Page : allowed(permission, Page) };
};

const inbox = () => import('#features/operator-notices/office/inbox-page.tsx');
const figures = () => import('#features/reports/office/figure-list-page.tsx');
const staff = () => import('#features/staff/office/staff-page.tsx');

export const pages: readonly OfficePage[] = [
  page('/', () => import('#features/reports/office/today-page.tsx')),
  page('/today/sales', figures, 'reports.sales'),
  page('/today/:figure', figures, 'reports.money'),
  page('/inbox', inbox, 'orders.see'),
  page('/inbox/:key', inbox, 'orders.see'),
  page('/orders', () => import('#features/search/office/orders-page.tsx'), 'orders.see'),
  page('/orders/:code', () => import('#features/desk/office/order-page.tsx'), 'orders.see'),
  page('/tickets', () => import('#features/search/office/tickets-page.tsx'), 'orders.see'),
  page('/people', () => import('#features/search/office/people-page.tsx'), 'orders.see'),
  page('/money/statements', () => import('#features/bank-statements/office/statements-page.tsx'), 'money.book'),
  page('/me', () => import('#features/staff/office/me-page.tsx')),
  page('/staff', staff, 'staff.manage'),
  page('/staff/:id', staff, 'staff.manage'),
  page('/audit', () => import('#features/staff/office/audit-page.tsx'), 'audit.see'),
];
