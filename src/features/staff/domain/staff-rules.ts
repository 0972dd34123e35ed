import { mayGive, type Role } from './permissions.ts';

/** The member of staff who makes a change. Null stands for the command line, which may change everything. */
export interface Giver {
  readonly id: number;
  readonly roles: readonly Role[];
}

export type RolesRefusal =
  | { readonly kind: 'no_role' }
  | { readonly kind: 'own_roles' }
  | { readonly kind: 'role_not_yours'; readonly role: Role };

/** Returns why the roles may not be given; null if they may. For new people `before` is empty and `id` null. */
export function whyNotGive(
  giver: Giver | null,
  {
    id,
    before,
    after,
  }: { readonly id: number | null; readonly before: readonly Role[]; readonly after: readonly Role[] },
): RolesRefusal | null {
  if (after.length === 0) return { kind: 'no_role' };
  if (!giver) return null;
  if (giver.id === id) return { kind: 'own_roles' };
  const changed = [
    ...after.filter((role) => !before.includes(role)),
    ...before.filter((role) => !after.includes(role)),
  ];
  const role = changed.find((one) => !mayGive(giver.roles, one));
  return role ? { kind: 'role_not_yours', role } : null;
}

/** Returns why somebody's sign-in may not be changed; a colleague who may give all of their roles may change it. */
export function whyNotChangeSignIn(
  giver: Giver | null,
  person: { readonly id: number; readonly roles: readonly Role[] },
): RolesRefusal | null {
  if (!giver) return null;
  if (giver.id === person.id) return { kind: 'own_roles' };
  const role = person.roles.find((one) => !mayGive(giver.roles, one));
  return role ? { kind: 'role_not_yours', role } : null;
}
