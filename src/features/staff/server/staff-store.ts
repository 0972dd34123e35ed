import { emailKey } from '#kernel/email.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { StaffLanguage } from '../domain/office-language.ts';
import type { Role } from '../domain/permissions.ts';

export interface StaffRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly passwordHash: string | null;
  readonly handle: Buffer;
  readonly language: StaffLanguage | null;
  /** Whether single letters act as shortcuts in the office. */
  readonly usesShortcuts: boolean;
  readonly isDemo: boolean;
  readonly createdAt: Date;
  readonly suspendedAt: Date | null;
  readonly lastSeenAt: Date | null;
}

const ROLES = `coalesce((
  select array_agg(role order by role) from staff_roles where staff_roles.staff_id = staff.id
), '{}')`;

const COLUMNS = `staff.id, staff.name, staff.email, ${ROLES} as roles, staff.password_hash as "passwordHash",
  staff.handle, staff.language, staff.keys as "usesShortcuts", staff.is_demo as "isDemo", staff.created_at as "createdAt",
  staff.suspended_at as "suspendedAt", staff.last_seen_at as "lastSeenAt"`;

export const findStaff = (db: Queryable, id: number): Promise<StaffRow | undefined> =>
  db.row(`select ${COLUMNS} from staff where id = $1`, [id]);

export const findStaffByEmail = (db: Queryable, email: string): Promise<StaffRow | undefined> =>
  db.row(`select ${COLUMNS} from staff where email_key = $1`, [emailKey(email)]);

export const lockStaff = (tx: Tx, id: number): Promise<StaffRow | undefined> =>
  tx.row(`select ${COLUMNS} from staff where id = $1 for update of staff`, [id]);

/** Returns null if somebody else has the address, even if they got it a moment ago. */
export async function insertStaff(
  tx: Tx,
  person: { readonly name: string; readonly email: string; readonly handle: Buffer; readonly isDemo: boolean },
  now: Date,
): Promise<number | null> {
  const row = await tx.row<{ id: number }>(
    `insert into staff (name, email, email_key, handle, is_demo, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (email_key) do nothing
     returning id`,
    [person.name, person.email, emailKey(person.email), person.handle, person.isDemo, now],
  );
  return row?.id ?? null;
}

export async function deleteStaff(tx: Tx, id: number): Promise<void> {
  await tx.run('delete from staff where id = $1', [id]);
}

export async function setRoles(tx: Tx, staffId: number, roles: readonly Role[]): Promise<void> {
  await tx.run('delete from staff_roles where staff_id = $1 and role <> all($2)', [staffId, roles]);
  await tx.run(
    'insert into staff_roles (staff_id, role) select $1, role from unnest($2::text[]) as role on conflict do nothing',
    [staffId, roles],
  );
}

export async function setPasswordHash(db: Queryable, staffId: number, hash: string | null): Promise<void> {
  await db.run('update staff set password_hash = $2 where id = $1', [staffId, hash]);
}

export async function setSuspended(tx: Tx, staffId: number, suspendedAt: Date | null): Promise<void> {
  await tx.run('update staff set suspended_at = $2 where id = $1', [staffId, suspendedAt]);
}

export async function setSettings(
  db: Queryable,
  staffId: number,
  { language, usesShortcuts }: { readonly language: StaffLanguage | null; readonly usesShortcuts: boolean },
): Promise<void> {
  await db.run('update staff set language = $2, keys = $3 where id = $1', [staffId, language, usesShortcuts]);
}

export interface OwnerRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: StaffLanguage | null;
  /** The person can sign in. */
  readonly hasFactor: boolean;
}

const OWNERS = `select staff.id, staff.name, staff.email, staff.language,
    (exists (select from staff_passkeys where staff_id = staff.id)
      or (staff.password_hash is not null
        and exists (select from staff_totp where staff_id = staff.id and sealed is not null))) as "hasFactor"
  from staff
  where suspended_at is null and ($1 or not is_demo)
    and exists (select from staff_roles where staff_id = staff.id and role = 'owner')
  order by staff.id`;

/** All owners who are not suspended. Those of the demo count only where they can sign in. */
export const listOwners = (db: Queryable, includesDemo: boolean): Promise<OwnerRow[]> =>
  db.rows(OWNERS, [includesDemo]);

/**
 * Locks the owners before anybody else, so that two owners cannot remove each other at the same time. They are read
 * again after the wait: the statement that locks does not see roles that changed meanwhile.
 */
export async function lockOwners(tx: Tx, includesDemo: boolean): Promise<OwnerRow[]> {
  await tx.run(`${OWNERS} for update of staff`, [includesDemo]);
  return await listOwners(tx, includesDemo);
}

export interface ColleagueRow extends StaffRow {
  readonly passkeys: number;
  readonly codeAppAddedAt: Date | null;
  readonly recoveryCodesLeft: number;
  readonly invitedAt: Date | null;
  readonly inviteEndsAt: Date | null;
}

const COLLEAGUES = `select ${COLUMNS},
    (select count(*) from staff_passkeys where staff_id = staff.id) as passkeys,
    (select added_at from staff_totp where staff_id = staff.id) as "codeAppAddedAt",
    (select count(*) from staff_recovery_codes where staff_id = staff.id and used_at is null) as "recoveryCodesLeft",
    invite.invited_at as "invitedAt", invite.expires_at as "inviteEndsAt"
  from staff
  left join staff_invites invite on invite.staff_id = staff.id`;

/** Lists colleagues by name. The demo's people are left out where they cannot sign in. */
export const listColleagues = (
  db: Queryable,
  { includesDemo }: { readonly includesDemo: boolean },
): Promise<ColleagueRow[]> =>
  db.rows(`${COLLEAGUES} where $1 or not staff.is_demo order by lower(staff.name), staff.id`, [includesDemo]);

export const findColleague = (db: Queryable, id: number): Promise<ColleagueRow | undefined> =>
  db.row(`${COLLEAGUES} where staff.id = $1`, [id]);

/** Finds a colleague for the command line. */
export const findColleagueByEmail = (db: Queryable, email: string): Promise<ColleagueRow | undefined> =>
  db.row(`${COLLEAGUES} where staff.email_key = $1`, [emailKey(email)]);

/** True the first time that a person is seen with this family of browser and system. */
export async function noteDevice(tx: Tx, staffId: number, device: string, now: Date): Promise<boolean> {
  const row = await tx.row<{ isNew: boolean }>(
    `insert into staff_devices (staff_id, device, seen_at) values ($1, $2, $3)
     on conflict (staff_id, device) do update set seen_at = excluded.seen_at
     returning (xmax = 0) as "isNew"`,
    [staffId, device, now],
  );
  return row!.isNew;
}

export const deleteOldDevices = (db: Queryable, seenBefore: Date): Promise<number> =>
  db.run('delete from staff_devices where seen_at < $1', [seenBefore]);
