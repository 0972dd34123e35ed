import type { Db, Queryable, Tx } from '#platform/db/db.ts';

/** Records that somebody is looking at a place, until the given time. */
export const notePresence = (
  tx: Tx,
  { place, staffId, until }: { readonly place: string; readonly staffId: number; readonly until: Date },
): Promise<number> =>
  tx.run(
    `insert into staff_presence (place, staff_id, seen_until) values ($1, $2, $3)
     on conflict (place, staff_id) do update set seen_until = $3`,
    [place, staffId, until],
  );

export const endPresence = (
  tx: Tx,
  { place, staffId }: { readonly place: string; readonly staffId: number },
): Promise<number> => tx.run('delete from staff_presence where place = $1 and staff_id = $2', [place, staffId]);

/** Returns the names of others who are looking at a place now. */
export async function othersAt(
  db: Queryable,
  { place, staffId }: { readonly place: string; readonly staffId: number },
  now: Date,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select staff.name from staff_presence join staff on staff.id = staff_presence.staff_id
     where place = $1 and staff_id <> $2 and seen_until > $3
     order by staff.name, staff.id`,
    [place, staffId, now],
  );
  return rows.map(({ name }) => name);
}

export const deleteExpiredPresence = (db: Db, now: Date): Promise<number> =>
  db.run('delete from staff_presence where seen_until <= $1', [now]);
