import { createHash } from 'node:crypto';
import { emailKey } from '#kernel/email.ts';
import type { Queryable } from '#platform/db/db.ts';

/** An account and a network that it was logged in to from. Only a hash of the two is kept. */
export interface LoginNetwork {
  readonly email: string;
  readonly network: string;
}

/** How long a network is remembered after the last login from it. */
export const LOGIN_NETWORK_MS = 90 * 24 * 60 * 60 * 1_000;

export async function rememberLoginNetwork(db: Queryable, used: LoginNetwork, now: Date): Promise<void> {
  await db.run(
    `insert into login_networks (hash, used_at)
     values ($1, $2)
     on conflict (hash) do update set used_at = excluded.used_at`,
    [hashOf(used), now],
  );
}

export async function isLoginNetwork(db: Queryable, asked: LoginNetwork, now: Date): Promise<boolean> {
  const found = await db.row('select 1 from login_networks where hash = $1 and used_at > $2', [
    hashOf(asked),
    new Date(now.getTime() - LOGIN_NETWORK_MS),
  ]);
  return found !== undefined;
}

export function deleteOldLoginNetworks(db: Queryable, now: Date): Promise<number> {
  return db.run(
    `delete from login_networks where hash in
       (select hash from login_networks where used_at <= $1 limit 1000)`,
    [new Date(now.getTime() - LOGIN_NETWORK_MS)],
  );
}

const hashOf = ({ email, network }: LoginNetwork): Buffer =>
  createHash('sha256')
    .update(`${emailKey(email)}\n${network}`)
    .digest();
