import type { Queryable } from '#platform/db/db.ts';

/** Hashes are in hexadecimal digits. */
export interface Spending {
  /** The question's hash. */
  readonly hash: string;
  /** Hash of the request's key, or null. */
  readonly usedBy: string | null;
  readonly expiresAt: Date;
}

/** Returns the hashes that nobody had used. */
export async function insertSpent(db: Queryable, spendings: readonly Spending[]): Promise<Set<string>> {
  const rows = await db.rows<{ hash: string }>(
    `insert into spent_challenges (hash, used_by, expires_at)
     select decode(hash, 'hex'), decode(used_by, 'hex'), expires_at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as given (hash, used_by, expires_at)
     order by hash
     on conflict (hash) do nothing
     returning encode(hash, 'hex') as hash`,
    [
      spendings.map(({ hash }) => hash),
      spendings.map(({ usedBy }) => usedBy),
      spendings.map(({ expiresAt }) => expiresAt),
    ],
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Returns, by the hash of each spent question, the hash of the key of the request that used it, or null. */
export async function requestsThatSpent(
  db: Queryable,
  spendings: readonly Pick<Spending, 'hash'>[],
): Promise<Map<string, string | null>> {
  const rows = await db.rows<{ hash: string; usedBy: string | null }>(
    `select encode(hash, 'hex') as hash, encode(used_by, 'hex') as "usedBy"
     from spent_challenges
     where hash = any(array(select decode(hash, 'hex') from unnest($1::text[]) as hash))`,
    [spendings.map(({ hash }) => hash)],
  );
  return new Map(rows.map(({ hash, usedBy }) => [hash, usedBy]));
}

/** Deletes questions that are too old to be accepted. */
export const deleteSpent = (db: Queryable, now: Date): Promise<number> =>
  db.run(
    `delete from spent_challenges where hash = any(array(
       select hash from spent_challenges where expires_at <= $1 limit 10000))`,
    [now],
  );
