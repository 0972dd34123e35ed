/** What a member of staff may do, as an object and a verb. Most calls of the office need one of these. */
export const PERMISSIONS = [
  'orders.see',
  'orders.serve',
  'orders.create',
  'orders.override',
  'orders.as-customer',
  'plans.move',
  'plans.waive',
  'refunds.ask',
  'refunds.decide',
  'payouts.make',
  'bank-details.see',
  'money.book',
  'invoices.see',
  'reports.sales',
  'reports.money',
  'reports.books',
  'catalogue.draft',
  'catalogue.publish',
  'stock.change',
  'waiting-rooms.run',
  'settings.publish',
  'vouchers.make',
  'manifest.see',
  'departures.change',
  'door.scan',
  'door.search',
  'door.undo',
  'door.pair',
  'mails.see',
  'mails.retry',
  'announcements.write',
  'announcements.send',
  'people.export-list',
  'people.export',
  'people.erase',
  'views.share',
  'audit.see',
  'staff.manage',
  'health.see',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** A change with one of these needs a proof of identity that is not older than five minutes. */
export const FRESH_PERMISSIONS: ReadonlySet<Permission> = new Set<Permission>([
  'payouts.make',
  'bank-details.see',
  'settings.publish',
  'people.export',
  'people.erase',
  'staff.manage',
]);

/** A person has one or more roles. A `door-supervisor` may do all that a `door` may, and more. */
export const ROLES = [
  'owner',
  'manager',
  'finance',
  'support',
  'catalogue',
  'door',
  'door-supervisor',
  'viewer',
] as const;

export type Role = (typeof ROLES)[number];

const SUPPORT: readonly Permission[] = [
  'orders.see',
  'orders.serve',
  'orders.create',
  'orders.as-customer',
  'plans.move',
  'refunds.ask',
  'invoices.see',
  'manifest.see',
  'mails.see',
  'mails.retry',
  'announcements.write',
];

const DOOR_SUPERVISOR: readonly Permission[] = ['door.scan', 'door.search', 'door.undo', 'door.pair', 'manifest.see'];

/** Permissions that only owners have, or only owners and finance. */
const NOT_FOR_MANAGERS: ReadonlySet<Permission> = new Set<Permission>([
  'payouts.make',
  'bank-details.see',
  'money.book',
  'reports.books',
  'settings.publish',
  'staff.manage',
]);

/**
 * Finance cannot change the catalogue. Neither the catalogue role nor viewers see customer data.
 */
const PERMISSIONS_OF: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  manager: new Set(PERMISSIONS.filter((permission) => !NOT_FOR_MANAGERS.has(permission))),
  finance: new Set<Permission>([
    'orders.see',
    'plans.move',
    'plans.waive',
    'refunds.ask',
    'refunds.decide',
    'payouts.make',
    'bank-details.see',
    'money.book',
    'invoices.see',
    'reports.sales',
    'reports.money',
    'reports.books',
    'people.export-list',
  ]),
  support: new Set(SUPPORT),
  catalogue: new Set<Permission>(['catalogue.draft', 'reports.sales']),
  door: new Set<Permission>(['door.scan']),
  'door-supervisor': new Set(DOOR_SUPERVISOR),
  viewer: new Set<Permission>(['reports.sales', 'reports.money']),
};

/** Returns the permissions of the roles, in the order of `PERMISSIONS`. */
export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  PERMISSIONS.filter((permission) => roles.some((role) => PERMISSIONS_OF[role].has(permission)));

export const hasPermission = (roles: readonly Role[], permission: Permission): boolean =>
  roles.some((role) => PERMISSIONS_OF[role].has(permission));

/** Whether somebody can give or take away a role: only with all of its permissions. */
export const mayGive = (giver: readonly Role[], role: Role): boolean => {
  const own = new Set(permissionsOf(giver));
  return [...PERMISSIONS_OF[role]].every((permission) => own.has(permission));
};
