import { markedText } from '#kernel/language.ts';
import type { Role } from '../domain/permissions.ts';

/** Texts for `translate`. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: markedText('Owner'),
  manager: markedText('Manager'),
  finance: markedText('Finance'),
  support: markedText('Support'),
  catalogue: markedText('Catalogue'),
  door: markedText('Door'),
  'door-supervisor': markedText('Door supervisor'),
  viewer: markedText('Viewer'),
};

/** What somebody with the role does, for `translate`. */
export const roleDuties: Readonly<Record<Role, string>> = {
  owner: markedText('Everything, including staff, bank details and payouts.'),
  manager: markedText('Everything except payouts, bank details, bookkeeping and staff.'),
  finance: markedText('Books money, decides refunds, makes payouts. Sees bank details.'),
  support: markedText(
    'Handles orders, holders, travel times, notes and emails. Can request refunds, but not decide them.',
  ),
  catalogue: markedText('Reads sales reports. Sees no customer data. The shop itself is edited in its folder.'),
  door: markedText('Scans tickets with a scanner app. Has no pages in the office.'),
  'door-supervisor': markedText('Leads the people who scan tickets. Has no pages in the office.'),
  viewer: markedText('Reads reports. Sees no customer data.'),
};
