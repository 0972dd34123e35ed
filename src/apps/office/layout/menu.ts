import type { ComponentType } from 'react';
import { InboxCount } from '#features/operator-notices/office/public.tsx';
import type { Permission } from '#features/staff/domain/permissions.ts';
import type { Language } from '#kernel/language.ts';
import { BankIcon, InboxIcon, OrdersIcon, TeamIcon, TodayIcon } from '#ui/office/icons.tsx';

interface MenuPage {
  to: string;
  permission?: Permission;
  /** For the search, where it differs from the entry's. */
  label?: (language: Language) => string;
}

/** An entry of the menu. It leads to the first of its pages that the person may open. */
export interface MenuEntry {
  pages: readonly MenuPage[];
  label: (language: Language) => string;
  icon: ComponentType<{ size?: number }>;
  /** How much waits there. */
  count?: ComponentType;
}

export const MENU: readonly MenuEntry[] = [
  { pages: [{ to: '/' }], label: ({ text }) => text('Today'), icon: TodayIcon },
  {
    pages: [{ to: '/inbox', permission: 'orders.see' }],
    label: ({ text }) => text('Inbox'),
    icon: InboxIcon,
    count: InboxCount,
  },
  {
    pages: [
      { to: '/orders', permission: 'orders.see' },
      { to: '/tickets', permission: 'orders.see', label: ({ text }) => text('Tickets') },
      { to: '/people', permission: 'orders.see', label: ({ text }) => text('People') },
    ],
    label: ({ text }) => text('Orders'),
    icon: OrdersIcon,
  },
  {
    pages: [{ to: '/money/statements', permission: 'money.book' }],
    label: ({ text }) => text('Money'),
    icon: BankIcon,
  },
  {
    pages: [
      { to: '/staff', permission: 'staff.manage' },
      { to: '/audit', permission: 'audit.see', label: ({ text }) => text('Audit') },
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

export const isIn = ({ pages }: MenuEntry, pathname: string): boolean =>
  pages.some(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)));
