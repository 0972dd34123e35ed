import type { Queryable } from '#platform/db/db.ts';

/** Networks are remembered for this long after the last login from them. */
const LOGIN_NETWORK_MS = 90 * 24 * 60 * 60 * 1_000;

/** `hash` combines an account and a network that it logged in from; nothing else about the two is stored. */
export async function rememberLoginNetwork(db: Queryable, hash: Buffer, now: Date): Promise<void> {
  await db.run(
    `insert into login_networks (hash, used_at)
     values ($1, $2)
     on conflict (hash) do update set used_at = excluded.used_at`,
    [hash, now],
  );
}

export async function isLoginNetwork(db: Queryable, hash: Buffer, now: Date): Promise<boolean> {
  const found = await db.row('select 1 from login_networks where hash = $1 and used_at > $2', [
    hash,
    new Date(now.getTime() - LOGIN_NETWORK_MS),
  ]);
  return found !== undefined;
}

export function deleteOldLoginNetworks(db: Queryable, now: Date): Promise<number> {
  return db.run(
    `delete from login_networks where hash = any(array(
         select hash from login_networks where used_at <= $1 limit 1000))`,
    [new Date(now.getTime() - LOGIN_NETWORK_MS)],
  );
}
