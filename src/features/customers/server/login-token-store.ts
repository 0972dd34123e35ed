import type { Queryable } from '#platform/db/db.ts';

export async function insertLoginToken(db: Queryable, tokenHash: Buffer, customerId: number, now: Date): Promise<void> {
  await db.run('insert into login_tokens (token_hash, customer_id, created_at, last_used_at) values ($1, $2, $3, $3)', [
    tokenHash,
    customerId,
    now,
  ]);
}

export interface LoginToken {
  readonly tokenHash: Buffer;
  readonly customerId: number;
  readonly lastUsedAt: Date;
  readonly provedAt: Date;
}

/** Returns the tokens that are known, were used since `usedAfter`, and began after `begunAfter`. */
export function findLoginTokens(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  { usedAfter, begunAfter }: { readonly usedAfter: Date; readonly begunAfter: Date },
): Promise<LoginToken[]> {
  return db.rows(
    `select token_hash as "tokenHash", customer_id as "customerId", last_used_at as "lastUsedAt",
       coalesce(proved_at, created_at) as "provedAt"
     from login_tokens
     where token_hash = any($1) and last_used_at > $2 and created_at > $3`,
    [tokenHashes, usedAfter, begunAfter],
  );
}

export async function recordProof(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db.run('update login_tokens set proved_at = $2 where token_hash = $1', [tokenHash, now]);
}

export async function touchLoginToken(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db.run('update login_tokens set last_used_at = $2 where token_hash = $1 and last_used_at < $2', [
    tokenHash,
    now,
  ]);
}

export async function deleteLoginToken(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run('delete from login_tokens where token_hash = $1', [tokenHash]);
}

/** Deletes the customer's tokens, except the one with `keptHash`. */
export async function deleteLoginTokensOf(db: Queryable, customerId: number, keptHash: Buffer | null): Promise<void> {
  await db.run('delete from login_tokens where customer_id = $1 and ($2::bytea is null or token_hash <> $2)', [
    customerId,
    keptHash,
  ]);
}

export function deleteUnusedLoginTokens(db: Queryable, unusedSince: Date): Promise<number> {
  return db.run(
    `delete from login_tokens where token_hash = any(array(
         select token_hash from login_tokens where last_used_at <= $1 limit 1000))`,
    [unusedSince],
  );
}

export function deleteOldLoginTokens(db: Queryable, begunBefore: Date): Promise<number> {
  return db.run(
    `delete from login_tokens where token_hash = any(array(
         select token_hash from login_tokens where created_at <= $1 limit 1000))`,
    [begunBefore],
  );
}
