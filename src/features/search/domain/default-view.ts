import { hasPermission, type Permission, ROLES, type Role } from '#features/staff/domain/permissions.ts';
import type { SavedList } from './saved-view.ts';

/** A tab of a list: a built-in one, named as in the address, or a saved view, by its id. */
export type TabOfList =
  | { readonly built_in: string; readonly saved: null }
  | { readonly built_in: null; readonly saved: number };

/** The tab with which a list opens for the people of a role. */
export type DefaultView = TabOfList & { readonly role: Role };

/** The permission that opens each list. */
const permissions: Readonly<Record<SavedList, Permission>> = {
  '/orders': 'orders.see',
  '/tickets': 'orders.see',
  '/people': 'orders.see',
  '/money/receipts': 'money.book',
  '/money/refunds': 'orders.see',
  '/money/plans': 'orders.see',
  '/money/invoices': 'invoices.see',
  '/mails': 'mails.see',
};

/** The roles that can open a list. */
export const rolesOfList = (list: SavedList): Role[] =>
  ROLES.filter((role) => hasPermission([role], permissions[list]));

export const isSameTab = (one: TabOfList, other: TabOfList): boolean =>
  one.built_in === other.built_in && one.saved === other.saved;

/** Returns a person's default view: that of the first of their roles, in the order of `ROLES`, that has one. */
export function defaultViewOf<View extends DefaultView>(
  defaults: readonly View[],
  roles: readonly Role[],
): View | null {
  for (const role of ROLES) {
    const found = roles.includes(role) && defaults.find((one) => one.role === role);
    if (found) return found;
  }
  return null;
}
