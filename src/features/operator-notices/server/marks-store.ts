import type { Queryable, Tx } from '#platform/db/db.ts';

/** Who has taken or snoozed a matter of the inbox. */
export interface Mark {
  readonly key: string;
  /** Null if nobody has taken it. */
  readonly taken: { readonly id: number; readonly name: string } | null;
  /** Null unless it is snoozed until a later time. */
  readonly snoozed: { readonly name: string; readonly until: Date; readonly reason: string } | null;
}

type MarkRow = Pick<Mark, 'key' | 'taken'> & {
  readonly name: string | null;
  readonly until: Date;
  readonly reason: string;
};

export async function marksNow(db: Queryable, now: Date): Promise<Mark[]> {
  const rows = await db.rows<MarkRow>(
    `select mark.key,
       case when taker.id is not null then jsonb_build_object('id', taker.id, 'name', taker.name) end as taken,
       snoozer.name, mark.snoozed_until as until, mark.snooze_reason as reason
     from inbox_marks mark
     left join staff taker on taker.id = mark.taken_by
     left join staff snoozer on snoozer.id = mark.snoozed_by and mark.snoozed_until > $1
     where taker.id is not null or snoozer.id is not null`,
    [now],
  );
  return rows.map(({ key, taken, name, until, reason }) => ({
    key,
    taken,
    snoozed: name === null ? null : { name, until, reason },
  }));
}

/** Returns false if somebody other than `from` has the matter; null means nobody. */
export const takeMark = async (
  tx: Tx,
  { key, staffId, from }: { readonly key: string; readonly staffId: number; readonly from: number | null },
  now: Date,
): Promise<boolean> =>
  (await tx.run(
    `insert into inbox_marks (key, taken_by, taken_at)
     values ($1, $2, $3)
     on conflict (key) do update set taken_by = $2, taken_at = $3
       where inbox_marks.taken_by is null or inbox_marks.taken_by = $4`,
    [key, staffId, now, from],
  )) === 1;

/** Returns false if this person does not have the matter. */
export async function releaseMark(tx: Tx, key: string, staffId: number): Promise<boolean> {
  const deleted = await tx.run('delete from inbox_marks where key = $1 and taken_by = $2 and snoozed_by is null', [
    key,
    staffId,
  ]);
  if (deleted === 1) return true;
  const released = await tx.run(
    'update inbox_marks set taken_by = null, taken_at = null where key = $1 and taken_by = $2',
    [key, staffId],
  );
  return released === 1;
}

export const snoozeMark = (
  tx: Tx,
  mark: { readonly key: string; readonly staffId: number; readonly until: Date; readonly reason: string },
): Promise<number> =>
  tx.run(
    `insert into inbox_marks (key, snoozed_by, snoozed_until, snooze_reason)
     values ($1, $2, $3, $4)
     on conflict (key) do update set snoozed_by = $2, snoozed_until = $3, snooze_reason = $4`,
    [mark.key, mark.staffId, mark.until, mark.reason],
  );

/** Returns false if the matter is not snoozed. */
export async function wakeMark(tx: Tx, key: string, now: Date): Promise<boolean> {
  const deleted = await tx.run('delete from inbox_marks where key = $1 and snoozed_until > $2 and taken_by is null', [
    key,
    now,
  ]);
  if (deleted === 1) return true;
  const woken = await tx.run(
    `update inbox_marks set snoozed_by = null, snoozed_until = null, snooze_reason = ''
     where key = $1 and snoozed_until > $2`,
    [key, now],
  );
  return woken === 1;
}

/** Deletes marks of matters that are over, and marks from before a time. */
export const deleteMarks = (db: Queryable, keys: readonly string[], before: Date): Promise<number> =>
  db.run('delete from inbox_marks where key = any($1) or greatest(taken_at, snoozed_until) <= $2', [keys, before]);
