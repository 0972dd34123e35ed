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
  catalogue: markedText('Edits items, pages and pictures as drafts. Sees no customer data.'),
  door: markedText('Scans tickets at the door.'),
  'door-supervisor': markedText('Scans tickets, searches by name, pairs phones, undoes check-ins.'),
  viewer: markedText('Reads reports. Sees no customer data.'),
};
