import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import type { Permission } from '../domain/permissions.ts';
import { useStaffSession } from './staff-session.tsx';

interface PageTab {
  to: string;
  label: string;
  permission: Permission;
}

const orderTabs = [
  { to: '/orders', label: markedText('Orders'), permission: 'orders.see' },
  { to: '/tickets', label: markedText('Tickets'), permission: 'orders.see' },
  { to: '/people', label: markedText('People'), permission: 'orders.see' },
  { to: '/orders/bulk', label: markedText('Bulk actions'), permission: 'orders.see' },
  { to: '/held', label: markedText('Held items'), permission: 'orders.see' },
  { to: '/waiting-rooms', label: markedText('Waiting room'), permission: 'waiting-rooms.run' },
] as const satisfies readonly PageTab[];

const moneyTabs = [
  { to: '/money/statements', label: markedText('Bank statements'), permission: 'money.book' },
  { to: '/money/receipts', label: markedText('Money received'), permission: 'money.book' },
  { to: '/money/refunds', label: markedText('Refunds'), permission: 'orders.see' },
  { to: '/money/refund-files', label: markedText('Refund files'), permission: 'payouts.make' },
  { to: '/money/plans', label: markedText('Instalments'), permission: 'orders.see' },
  { to: '/money/invoices', label: markedText('Invoices'), permission: 'invoices.see' },
] as const satisfies readonly PageTab[];

const messageTabs = [
  { to: '/mails', label: markedText('Emails'), permission: 'mails.see' },
] as const satisfies readonly PageTab[];

const reportTabs = [
  { to: '/reports/sales', label: markedText('Sales'), permission: 'reports.sales' },
  { to: '/reports/departures', label: markedText('Departures'), permission: 'reports.sales' },
  { to: '/reports/vouchers', label: markedText('Vouchers'), permission: 'reports.sales' },
  { to: '/reports/money', label: markedText('Money in and out'), permission: 'reports.money' },
  { to: '/reports/receivables', label: markedText('Receivables'), permission: 'reports.money' },
  { to: '/reports/liability', label: markedText('Liabilities'), permission: 'reports.money' },
  { to: '/reports/tax', label: markedText('Tax'), permission: 'reports.money' },
  { to: '/reports/books', label: markedText('Books'), permission: 'reports.books' },
] as const satisfies readonly PageTab[];

const groups: readonly (readonly PageTab[])[] = [messageTabs, orderTabs, moneyTabs, reportTabs];

export type TabbedPage = (typeof messageTabs | typeof orderTabs | typeof moneyTabs | typeof reportTabs)[number]['to'];

/** The name of a page, and the tabs of its group that the person may open. */
export function usePageTabs(page: TabbedPage) {
  const { text, translate } = useLanguage();
  const { may } = useStaffSession();
  const group = groups.find((tabs) => tabs.some(({ to }) => to === page))!;
  return {
    name: translate(group.find(({ to }) => to === page)!.label),
    tabs: group
      .filter(({ permission }) => may(permission))
      .map(({ to, label }) => ({ to, label: translate(label), current: to === page })),
    tabsLabel: text('Lists'),
  };
}
