import { markedText } from '#kernel/language.ts';
import type { Role } from '../domain/permissions.ts';

/** For `translate`. */
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
  manager: markedText('Everything but payouts, bank details, bookings and staff.'),
  finance: markedText('Books money, decides refunds, makes payouts. Sees bank details.'),
  support: markedText('Orders, holders, travel times, notes, mails. Asks for refunds, but does not decide them.'),
  catalogue: markedText('Items, pages and pictures as drafts. Sees no customers.'),
  door: markedText('Scans tickets at the door.'),
  'door-supervisor': markedText('Scans, searches by name, pairs phones, undoes a check-in.'),
  viewer: markedText('Reads reports. Sees no customers.'),
};
