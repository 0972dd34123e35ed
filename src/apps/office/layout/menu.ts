import type { ComponentType } from 'react';
import type { Permission } from '#features/staff/domain/permissions.ts';
import type { Language } from '#kernel/language.ts';
import { TeamIcon, TodayIcon } from '#ui/office/icons.tsx';

/** An entry of the menu. A person sees it who may open one of its pages. */
export interface MenuEntry {
  to: string;
  label: (language: Language) => string;
  icon: ComponentType<{ size?: number }>;
  /** Any of these; everybody sees an entry without them. */
  permissions?: readonly Permission[];
  /** The beginnings of the addresses that belong to it. */
  covers: readonly string[];
}

export const MENU: readonly MenuEntry[] = [
  { to: '/', label: ({ text }) => text('Today'), icon: TodayIcon, covers: [] },
  {
    to: '/staff',
    label: ({ text }) => text('Team'),
    icon: TeamIcon,
    permissions: ['staff.manage', 'audit.see'],
    covers: ['/staff', '/audit'],
  },
];

export const isIn = ({ to, covers }: MenuEntry, pathname: string): boolean =>
  pathname === to || covers.some((start) => pathname === start || pathname.startsWith(`${start}/`));
