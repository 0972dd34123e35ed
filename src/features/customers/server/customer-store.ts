import { emailKey } from '#kernel/email.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';

export interface CustomerRow {
  readonly id: number;
  readonly email: string;
  readonly fullName: string;
  readonly country: string | null;
  readonly address: Readonly<Record<string, string>>;
  readonly passwordHash: string | null;
  readonly passwordGenerated: boolean;
  /** Expiry of a generated password that was never used. */
  readonly passwordExpiresAt: Date | null;
}

const COLUMNS = `
  id, email, full_name as "fullName", country, address, password_hash as "passwordHash",
  password_generated as "passwordGenerated", password_expires_at as "passwordExpiresAt"`;

export function findCustomer(db: Queryable, id: number): Promise<CustomerRow | undefined> {
  return db.row<CustomerRow>(`select ${COLUMNS} from customers where id = $1`, [id]);
}

export function findCustomerByEmail(db: Queryable, email: string): Promise<CustomerRow | undefined> {
  return db.row<CustomerRow>(`select ${COLUMNS} from customers where email_key = $1`, [emailKey(email)]);
}

export const findCustomers = (db: Queryable, ids: readonly number[]): Promise<CustomerRow[]> =>
  db.rows<CustomerRow>(`select ${COLUMNS} from customers where id = any($1)`, [ids]);

/** Locks accounts by id, so that transactions with several of them cannot deadlock. */
export const lockCustomers = (tx: Tx, ids: readonly number[]): Promise<CustomerRow[]> =>
  tx.rows<CustomerRow>(`select ${COLUMNS} from customers where id = any($1) order by id for no key update`, [ids]);

/** Serialises changes to an account. New orders need not wait for the lock, because the id never changes. */
export function lockCustomer(tx: Tx, id: number): Promise<CustomerRow | undefined> {
  return tx.row<CustomerRow>(`select ${COLUMNS} from customers where id = $1 for no key update`, [id]);
}

export function lockCustomerByEmail(tx: Tx, email: string): Promise<CustomerRow | undefined> {
  return tx.row<CustomerRow>(`select ${COLUMNS} from customers where email_key = $1 for no key update`, [
    emailKey(email),
  ]);
}

/** Inserts the customer. Returns undefined if the email is taken. */
export async function insertCustomer(
  tx: Tx,
  customer: { readonly email: string; readonly fullName: string },
  now: Date,
): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, created_at)
     values ($1, $2, $3, $4)
     on conflict (email_key) do nothing
     returning id`,
    [customer.email, emailKey(customer.email), customer.fullName, now],
  );
  return row?.id;
}

/** Saves the customer's own password in place of a generated one. */
export async function saveOwnPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.run(
    `update customers
     set password_hash = $2, password_generated = false, password_expires_at = null
     where id = $1`,
    [id, passwordHash],
  );
}

export async function saveGeneratedPassword(tx: Tx, id: number, passwordHash: string, expiresAt: Date): Promise<void> {
  await tx.run(
    `update customers
     set password_hash = $2, password_generated = true, password_expires_at = $3
     where id = $1`,
    [id, passwordHash, expiresAt],
  );
}

/** Lets a generated password stay valid after its first use. */
export async function keepGeneratedPassword(db: Queryable, id: number): Promise<void> {
  await db.run('update customers set password_expires_at = null where id = $1 and password_expires_at is not null', [
    id,
  ]);
}

/** Replaces the hash with one of the same password by the current settings, unless the password has changed. */
export async function replaceHash(db: Queryable, id: number, oldHash: string, newHash: string): Promise<void> {
  await db.run('update customers set password_hash = $3 where id = $1 and password_hash = $2', [id, oldHash, newHash]);
}

export async function saveName(tx: Tx, id: number, fullName: string): Promise<void> {
  await tx.run('update customers set full_name = $2 where id = $1', [id, fullName]);
}

/** Throws 23505 if the address belongs to another account. */
export async function saveEmail(tx: Tx, id: number, email: string): Promise<void> {
  await tx.run('update customers set email = $2, email_key = $3 where id = $1', [id, email, emailKey(email)]);
}

export async function saveDetails(
  tx: Tx,
  id: number,
  details: {
    /** The account's address; the spelling may differ. */
    readonly email: string;
    readonly fullName: string;
    readonly country: string | null;
    readonly address: Readonly<Record<string, string>>;
  },
): Promise<void> {
  await tx.run(
    `update customers
     set email = $2, full_name = $3, country = $4, address = $5
     where id = $1`,
    [id, details.email, details.fullName, details.country, JSON.stringify(details.address)],
  );
}

export async function saveAddress(
  db: Queryable,
  id: number,
  country: string,
  address: Readonly<Record<string, string>>,
): Promise<void> {
  await db.run('update customers set country = $2, address = $3 where id = $1', [id, country, JSON.stringify(address)]);
}

export function wipeExpiredPasswords(db: Queryable, now: Date): Promise<number> {
  return db.run(
    `update customers
     set password_hash = null, password_generated = false, password_expires_at = null
     where id = any(array(
       select id from customers where password_expires_at <= $1 limit 1000 for update skip locked
     ))`,
    [now],
  );
}
