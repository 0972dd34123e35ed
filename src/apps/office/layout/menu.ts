import type { ComponentType } from 'react';
import { InboxCount } from '#features/operator-notices/office/public.tsx';
import type { Permission } from '#features/staff/domain/permissions.ts';
import type { Language } from '#kernel/language.ts';
import { MailIcon } from '#ui/icons.tsx';
import { BankIcon, InboxIcon, OrdersIcon, ReportsIcon, TeamIcon, TodayIcon } from '#ui/office/icons.tsx';

interface MenuPage {
  to: string;
  permission?: Permission;
  /** The page's name in the search, where it differs from the entry's label. */
  label?: (language: Language) => string;
  /** Opens the page after G. */
  letter?: string;
}

/** An entry of the menu. It leads to the first of its pages that the person may open. */
export interface MenuEntry {
  pages: readonly MenuPage[];
  label: (language: Language) => string;
  icon: ComponentType<{ size?: number }>;
  /** Shows how many items wait behind the entry. */
  count?: ComponentType;
  /** Opens the first of its pages after G. */
  letter?: string;
}

export const MENU: readonly MenuEntry[] = [
  { pages: [{ to: '/' }], label: ({ text }) => text('Today'), icon: TodayIcon, letter: 't' },
  {
    pages: [{ to: '/inbox', permission: 'orders.see' }],
    label: ({ text }) => text('Inbox'),
    icon: InboxIcon,
    count: InboxCount,
    letter: 'i',
  },
  {
    pages: [
      { to: '/orders', permission: 'orders.see' },
      { to: '/tickets', permission: 'orders.see', label: ({ text }) => text('Tickets') },
      { to: '/people', permission: 'orders.see', label: ({ text }) => text('People') },
      { to: '/orders/new', permission: 'orders.create', label: ({ text }) => text('New order') },
      { to: '/orders/bulk', permission: 'orders.see', label: ({ text }) => text('Bulk actions') },
      { to: '/held', permission: 'orders.see', label: ({ text }) => text('Held items') },
      { to: '/waiting-rooms', permission: 'waiting-rooms.run', label: ({ text }) => text('Waiting room') },
    ],
    label: ({ text }) => text('Orders'),
    icon: OrdersIcon,
    letter: 'o',
  },
  {
    pages: [
      { to: '/money/statements', permission: 'money.book', label: ({ text }) => text('Bank statements') },
      { to: '/money/receipts', permission: 'money.book', label: ({ text }) => text('Money received') },
      { to: '/money/refunds', permission: 'orders.see', label: ({ text }) => text('Refunds'), letter: 'r' },
      { to: '/money/refund-files', permission: 'payouts.make', label: ({ text }) => text('Refund files') },
      { to: '/money/plans', permission: 'orders.see', label: ({ text }) => text('Instalments') },
      { to: '/money/invoices', permission: 'invoices.see', label: ({ text }) => text('Invoices') },
    ],
    label: ({ text }) => text('Money'),
    icon: BankIcon,
    letter: 'm',
  },
  { pages: [{ to: '/mails', permission: 'mails.see' }], label: ({ text }) => text('Emails'), icon: MailIcon },
  {
    pages: [
      { to: '/reports/sales', permission: 'reports.sales', label: ({ text }) => text('Sales') },
      {
        to: '/reports/departures',
        permission: 'reports.sales',
        label: ({ text }) => text('Departures'),
        letter: 'd',
      },
      { to: '/reports/vouchers', permission: 'reports.sales', label: ({ text }) => text('Vouchers') },
      { to: '/reports/money', permission: 'reports.money', label: ({ text }) => text('Money in and out') },
      { to: '/reports/receivables', permission: 'reports.money', label: ({ text }) => text('Receivables') },
      { to: '/reports/liability', permission: 'reports.money', label: ({ text }) => text('Liabilities') },
      { to: '/reports/tax', permission: 'reports.money', label: ({ text }) => text('Tax') },
      { to: '/reports/books', permission: 'reports.books', label: ({ text }) => text('Books') },
    ],
    label: ({ text }) => text('Reports'),
    icon: ReportsIcon,
  },
  {
    pages: [
      { to: '/staff', permission: 'staff.manage' },
      { to: '/audit', permission: 'audit.see', label: ({ text }) => text('Audit log') },
      { to: '/health', permission: 'health.see', label: ({ text }) => text('Health') },
    ],
    label: ({ text }) => text('Team'),
    icon: TeamIcon,
  },
];

/** Returns the first page of the menu that the person may open, or null if there is none. */
export const firstPage = ({ pages }: MenuEntry, may: (permission: Permission) => boolean): string | null =>
  pages.find(({ permission }) => permission === undefined || may(permission))?.to ?? null;

/** Every page of the menu that the person may open, for the search. */
export const placesIn = (may: (permission: Permission) => boolean, language: Language) =>
  MENU.flatMap(({ pages, label }) =>
    pages
      .filter(({ permission }) => permission === undefined || may(permission))
      .map((page) => ({ to: page.to, label: (page.label ?? label)(language) })),
  );

export interface LetteredPlace {
  readonly letter: string;
  readonly to: string;
  readonly label: string;
}

/** The pages that G and a letter open, without those that the person may not see. */
export function letteredPlaces(may: (permission: Permission) => boolean, language: Language): LetteredPlace[] {
  return MENU.flatMap((entry) => {
    const first = firstPage(entry, may);
    const label = entry.label(language);
    return [
      ...(entry.letter && first !== null ? [{ letter: entry.letter, to: first, label }] : []),
      ...entry.pages.flatMap(({ letter, to, permission, label: own }) =>
        letter && (permission === undefined || may(permission))
          ? [{ letter, to, label: own?.(language) ?? label }]
          : [],
      ),
    ];
  });
}

export const isIn = ({ pages }: MenuEntry, pathname: string): boolean =>
  pages.some(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)));
