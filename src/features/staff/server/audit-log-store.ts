import { type Actor, nameOfActor } from '#kernel/actor.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { AuditAction } from '../domain/audit-action.ts';

type Via = 'office' | 'cli' | 'device' | 'system' | 'gateway' | 'customer';

export interface AuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** The affected object, such as an order's code. */
  readonly subject: string;
  /** Facts and ids. No secrets or personal data: the log is kept forever. */
  readonly details?: Record<string, unknown>;
  /** The entry that this one undoes. */
  readonly undoes?: number;
  readonly private?: AuditPrivate;
}

/** Kept with an entry for 90 days. */
export interface AuditPrivate {
  readonly ip?: string;
  readonly device?: string;
  /** Values that name people: holders, addresses. */
  readonly before?: unknown;
  readonly after?: unknown;
}

const PRIVATE_MS = 90 * 24 * 60 * 60_000;

const VIA: Readonly<Record<Actor['kind'], Via>> = {
  staff: 'office',
  'command-line': 'cli',
  gateway: 'gateway',
  customer: 'customer',
  system: 'system',
};

/** Records what somebody did, in the same transaction. The log is append-only. */
export const writeAudit = (db: Queryable, entry: AuditEntry, now: Date): Promise<void> => writeAudits(db, [entry], now);

/** Writes many entries in order, in one statement. */
export async function writeAudits(db: Queryable, entries: readonly AuditEntry[], now: Date): Promise<void> {
  const staff = entries.map(({ actor }) => (actor.kind === 'staff' ? actor : null));
  await db.run(
    `with written as (
       insert into audit_log (at, actor, action, subject, details, staff_id, session_id, via, request_key, undoes)
       select $1, actor, action, subject, details::jsonb, staff_id, session_id, via, request_key, undoes
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::text[],
         $10::bigint[]) with ordinality
         as entry (actor, action, subject, details, staff_id, session_id, via, request_key, undoes, position)
       order by position
       returning id
     ),
     numbered as (select id, row_number() over (order by id) as position from written)
     insert into audit_private (audit_id, ip, device, before, after, until)
     select id, ip, device, before::jsonb, after::jsonb, $15
     from unnest($11::text[], $12::text[], $13::text[], $14::text[]) with ordinality
       as entry (ip, device, before, after, position)
     join numbered using (position)
     where ip is not null`,
    [
      now,
      entries.map(({ actor }) => nameOfActor(actor)),
      entries.map(({ action }) => action),
      entries.map(({ subject }) => subject),
      entries.map(({ details }) => JSON.stringify(details ?? {})),
      staff.map((actor) => actor?.id ?? null),
      staff.map((actor) => actor?.sessionId ?? null),
      entries.map(({ actor }) => VIA[actor.kind]),
      staff.map((actor) => actor?.requestKey ?? null),
      entries.map(({ undoes }) => undoes ?? null),
      entries.map((entry) => (entry.private ? (entry.private.ip ?? '') : null)),
      entries.map((entry) => entry.private?.device ?? ''),
      entries.map((entry) => jsonOrNull(entry.private?.before)),
      entries.map((entry) => jsonOrNull(entry.private?.after)),
      new Date(now.getTime() + PRIVATE_MS),
    ],
  );
}

const jsonOrNull = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export interface AuditLine {
  at: Date;
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

/** The lines about these subjects, newest first. */
export const auditsOf = (db: Queryable, subjects: readonly string[], limit: number): Promise<AuditLine[]> =>
  db.rows(
    `select at, actor, action, subject, details from audit_log where subject = any($1) order by at desc, id desc limit $2`,
    [subjects, limit],
  );

export interface ListedEntry extends AuditLine {
  readonly id: number;
  readonly staffId: number | null;
  readonly via: Via | null;
  readonly undoes: number | null;
  readonly private: { ip: string; device: string; before: unknown; after: unknown } | null;
}

export interface AuditFilter {
  readonly after: number | null;
  readonly person: number | null;
  /** The full action, or its beginning up to and including a dot; '' for all. */
  readonly action: string;
  readonly subject: string;
  readonly via: Via | null;
  readonly from: Date | null;
  readonly until: Date | null;
  /** Leaves out entries about accounts of staff. */
  readonly withoutStaff: boolean;
}

/** Lists audit entries, newest first. */
export function listAudit(db: Queryable, filter: AuditFilter, limit: number, now: Date): Promise<ListedEntry[]> {
  const where: string[] = [];
  const values: unknown[] = [limit, now];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  if (filter.after !== null) add((id) => `log.id < ${id}`, filter.after);
  if (filter.person !== null) add((id) => `log.staff_id = ${id}`, filter.person);
  if (filter.action.endsWith('.')) {
    add((start) => `log.action collate "C" >= ${start}`, filter.action);
    // `/` comes right after the dot, so it ends the range of everything that begins with the text.
    add((end) => `log.action collate "C" < ${end}`, `${filter.action.slice(0, -1)}/`);
  } else if (filter.action !== '') add((action) => `log.action collate "C" = ${action}`, filter.action);
  if (filter.subject !== '') add((subject) => `log.subject = ${subject}`, filter.subject);
  if (filter.via !== null) add((via) => `log.via = ${via}`, filter.via);
  if (filter.from !== null) add((from) => `log.at >= ${from}`, filter.from);
  if (filter.until !== null) add((until) => `log.at < ${until}`, filter.until);
  if (filter.withoutStaff) where.push(`log.action not like 'staff.%'`);
  return db.rows<ListedEntry>(
    `select log.id, log.at, log.actor, log.action, log.subject, log.details, log.staff_id as "staffId", log.via,
       log.undoes,
       case when private.audit_id is not null then jsonb_build_object(
         'ip', private.ip, 'device', private.device, 'before', private.before, 'after', private.after
       ) end as private
     from audit_log log
     left join audit_private private on private.audit_id = log.id and private.until > $2
     ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by log.id desc
     limit $1`,
    values,
  );
}

/** All kinds of actions so far, by jumping from one to the next in the index. */
export async function actionsSoFar(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ action: string }>(
    `with recursive step as (
       (select action collate "C" as action from audit_log order by action collate "C" limit 1)
       union all
       select (
         select log.action collate "C" from audit_log log
         where log.action collate "C" > step.action order by log.action collate "C" limit 1
       )
       from step where step.action is not null
     )
     select action from step where action is not null`,
  );
  return rows.map(({ action }) => action);
}

export const deletePrivate = (db: Queryable, now: Date): Promise<number> =>
  db.run(
    'delete from audit_private where audit_id = any(array(select audit_id from audit_private where until <= $1 limit 1000))',
    [now],
  );
