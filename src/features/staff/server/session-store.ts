import type { Queryable, Tx } from '#platform/db/db.ts';
import type { StaffLanguage } from '../domain/office-language.ts';
import type { Role } from '../domain/permissions.ts';
import type { Stage } from '../domain/session-rules.ts';

export interface SessionRow {
  readonly id: number;
  readonly staffId: number;
  readonly stage: Stage;
  readonly begunAt: Date;
  readonly lastActiveAt: Date;
  readonly endsAt: Date;
  readonly freshUntil: Date;
  readonly device: string;
}

export interface SessionWithPerson extends SessionRow {
  readonly name: string;
  readonly email: string;
  readonly language: StaffLanguage | null;
  readonly usesShortcuts: boolean;
  readonly roles: readonly Role[];
  readonly isDemo: boolean;
}

const COLUMNS = `session.id, session.staff_id as "staffId", session.stage, session.begun_at as "begunAt",
  session.last_press_at as "lastActiveAt", session.ends_at as "endsAt", session.fresh_until as "freshUntil",
  session.device`;

/** Finds a session, even one that has ended. Undefined if its person is suspended. */
export const findSession = (db: Queryable, tokenHash: Buffer): Promise<SessionWithPerson | undefined> =>
  db.row(
    `select ${COLUMNS}, staff.name, staff.email, staff.language, staff.keys as "usesShortcuts", staff.is_demo as "isDemo",
       coalesce((select array_agg(role order by role) from staff_roles where staff_id = staff.id), '{}') as roles
     from staff_sessions session
     join staff on staff.id = session.staff_id
     where session.token_hash = $1 and staff.suspended_at is null`,
    [tokenHash],
  );

export async function insertSession(
  tx: Tx,
  session: {
    readonly staffId: number;
    readonly tokenHash: Buffer;
    readonly stage: Stage;
    readonly endsAt: Date;
    readonly freshUntil: Date;
    readonly device: string;
    readonly ip: string;
  },
  now: Date,
): Promise<number> {
  const row = await tx.row<{ id: number }>(
    `insert into staff_sessions
       (staff_id, token_hash, stage, begun_at, last_press_at, ends_at, fresh_until, device, ip)
     values ($1, $2, $3, $4, $4, $5, $6, $7, $8)
     returning id`,
    [
      session.staffId,
      session.tokenHash,
      session.stage,
      now,
      session.endsAt,
      session.freshUntil,
      session.device,
      session.ip,
    ],
  );
  return row!.id;
}

/**
 * Gives a session its next stage and a new token. False if its token has already changed: a second call with the old
 * one came first.
 */
export async function renewSession(
  tx: Tx,
  { id, tokenHash: former }: { readonly id: number; readonly tokenHash: Buffer },
  next: { readonly tokenHash: Buffer; readonly stage: Stage; readonly endsAt: Date; readonly freshUntil: Date },
  now: Date,
): Promise<boolean> {
  const count = await tx.run(
    `update staff_sessions
     set token_hash = $3, stage = $4, ends_at = $5, fresh_until = $6, last_press_at = $7
     where id = $1 and token_hash = $2`,
    [id, former, next.tokenHash, next.stage, next.endsAt, next.freshUntil, now],
  );
  return count === 1;
}

/** Records activity in a session, and when the person was last seen. */
export async function touchSession(
  db: Queryable,
  { id, staffId }: Pick<SessionRow, 'id' | 'staffId'>,
  now: Date,
): Promise<void> {
  await db.run(
    `with touched as (update staff_sessions set last_press_at = $3 where id = $1 and last_press_at < $3)
     update staff set last_seen_at = $3 where id = $2 and (last_seen_at is null or last_seen_at < $3)`,
    [id, staffId, now],
  );
}

export const deleteSession = (db: Queryable, tokenHash: Buffer): Promise<number> =>
  db.run('delete from staff_sessions where token_hash = $1', [tokenHash]);

/** Deletes a session of the person. Returns false if the person has no such session. */
export const deleteSessionOf = async (db: Queryable, staffId: number, id: number): Promise<boolean> =>
  (await db.run('delete from staff_sessions where staff_id = $1 and id = $2', [staffId, id])) === 1;

/** Deletes all sessions of a person except one. Returns their number. */
export const deleteSessionsOf = (db: Queryable, staffId: number, exceptId: number | null = null): Promise<number> =>
  db.run('delete from staff_sessions where staff_id = $1 and ($2::bigint is null or id <> $2)', [staffId, exceptId]);

/** Returns a person's complete sessions, last used first. */
export const sessionsOf = (db: Queryable, staffId: number): Promise<SessionRow[]> =>
  db.rows(
    `select ${COLUMNS} from staff_sessions session where staff_id = $1 and stage = 'in' order by last_press_at desc, id`,
    [staffId],
  );

export const deleteEndedSessions = (
  db: Queryable,
  { now, idleSince }: { readonly now: Date; readonly idleSince: Date },
): Promise<number> =>
  db.run(
    `delete from staff_sessions where id = any(array(
         select id from staff_sessions where ends_at <= $1 or last_press_at <= $2 limit 1000))`,
    [now, idleSince],
  );
