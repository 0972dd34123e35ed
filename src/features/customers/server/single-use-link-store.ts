import { emailKey } from '#kernel/email.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

export type LinkPurpose = 'reset' | 'login' | 'email';

export interface LinkPayload {
  readonly from?: string;
  readonly cart?: string | null;
  /** The address to which an `email` link was sent. */
  readonly email?: string;
}

/** Writes a link and deletes the customer's earlier ones for the same purpose. */
export async function replaceLink(
  tx: Tx,
  link: {
    readonly tokenHash: Buffer;
    readonly customerId: number;
    readonly purpose: LinkPurpose;
    readonly payload: LinkPayload;
    readonly expiresAt: Date;
  },
  now: Date,
): Promise<void> {
  await deleteLinks(tx, link.customerId, [link.purpose]);
  await tx.run(
    `insert into single_use_links (token_hash, customer_id, purpose, payload, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [link.tokenHash, link.customerId, link.purpose, JSON.stringify(link.payload), now, link.expiresAt],
  );
}

/** Whether a link to set a new password can still be used. This does not use it up: see `spendResetLink`. */
export async function isResetLinkOpen(db: Queryable, tokenHash: Buffer, email: string, now: Date): Promise<boolean> {
  const row = await db.row(
    `select 1 as open
     from single_use_links
     join customers on customers.id = customer_id
     where token_hash = $1 and purpose = 'reset' and used_at is null and expires_at > $3 and email_key = $2`,
    [tokenHash, emailKey(email), now],
  );
  return row !== undefined;
}

/** Uses up the link. A concurrent use waits for the first to commit and then finds the link used. */
export function spendResetLink(
  tx: Tx,
  tokenHash: Buffer,
  email: string,
  now: Date,
): Promise<{ customerId: number } | undefined> {
  return tx.row(
    `update single_use_links
     set used_at = $3
     from customers
     where token_hash = $1 and purpose = 'reset' and used_at is null and expires_at > $3
       and customers.id = customer_id and email_key = $2
     returning customer_id as "customerId"`,
    [tokenHash, emailKey(email), now],
  );
}

/** Finds a link, expired or not. Does not lock it, because its customer must be locked first. */
export function findLink(
  tx: Tx,
  tokenHash: Buffer,
  purpose: 'login' | 'email',
): Promise<{ customerId: number } | undefined> {
  return tx.row(`select customer_id as "customerId" from single_use_links where token_hash = $1 and purpose = $2`, [
    tokenHash,
    purpose,
  ]);
}

export function spendLink(
  tx: Tx,
  tokenHash: Buffer,
  purpose: 'login' | 'email',
  now: Date,
): Promise<{ customerId: number; payload: LinkPayload } | undefined> {
  return tx.row(
    `update single_use_links
     set used_at = $2
     where token_hash = $1 and purpose = $3 and used_at is null and expires_at > $2
     returning customer_id as "customerId", payload`,
    [tokenHash, now, purpose],
  );
}

export async function deleteLinks(tx: Tx, customerId: number, purposes: readonly LinkPurpose[]): Promise<void> {
  await tx.run('delete from single_use_links where customer_id = $1 and purpose = any($2)', [customerId, purposes]);
}

export function deleteOldLinks(db: Queryable, expiredBefore: Date): Promise<number> {
  return db.run(
    `delete from single_use_links where token_hash = any(array(
         select token_hash from single_use_links where expires_at < $1 limit 1000))`,
    [expiredBefore],
  );
}
