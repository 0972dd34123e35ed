import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import type { Passwords } from '#platform/secrets/passwords.ts';
import type { Customer } from '../contract.ts';
import {
  type CustomerRow,
  findCustomerByEmail,
  findCustomers,
  insertCustomer,
  lockCustomers,
  saveAddress,
  saveOwnPassword,
} from './customer-store.ts';

export const customerForBundle = async (db: Queryable, customerId: number): Promise<Customer | null> =>
  (await customersForBundle(db, [customerId])).get(customerId) ?? null;

/** Returns the customers by id. */
export async function customersForBundle(
  db: Queryable,
  customerIds: readonly number[],
): Promise<Map<number, Customer>> {
  const customers = await findCustomers(db, customerIds);
  return new Map(
    customers.map(({ id, fullName, email, country, address, passwordGenerated }) => [
      id,
      { full_name: fullName, email, country, address, password_generated: passwordGenerated },
    ]),
  );
}

export interface OrderingCustomer {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly country: string | null;
  readonly address: Readonly<Record<string, string>>;
}

/** Returns the customer of an order; null if there is no such customer. */
export const customerForOrder = async (db: Queryable, customerId: number): Promise<OrderingCustomer | null> =>
  (await customersForOrders(db, [customerId])).get(customerId) ?? null;

/** Returns the customers of orders by id. */
export const customersForOrders = async (db: Queryable, customerIds: readonly number[]): Promise<OrderingCustomers> =>
  byId(await findCustomers(db, customerIds));

/** `customersForOrders` for accounts that stay locked until the transaction ends. */
export const lockCustomersForOrders = async (tx: Tx, customerIds: readonly number[]): Promise<OrderingCustomers> =>
  byId(await lockCustomers(tx, customerIds));

type OrderingCustomers = ReadonlyMap<number, OrderingCustomer>;

const byId = (customers: readonly CustomerRow[]): OrderingCustomers =>
  new Map(
    customers.map(({ id, fullName, email, country, address }) => [id, { id, fullName, email, country, address }]),
  );

/** Remembers the address to prefill the next order. */
export async function rememberAddress(
  db: Queryable,
  customerId: number,
  country: string,
  address: Readonly<Record<string, string>>,
): Promise<void> {
  await saveAddress(db, customerId, country, address);
}

/**
 * A new account has no password yet, so the caller sends a mail to set one. An existing account is not locked, because
 * an order that waits for its items must not block its customer. Both cases run the same statements.
 */
export async function findOrCreateCustomer(
  tx: Tx,
  person: { readonly email: string; readonly fullName: string },
  now: Date,
): Promise<{ customerId: number; isNew: boolean }> {
  const newId = await insertCustomer(tx, person, now);
  const account = await findCustomerByEmail(tx, person.email);
  if (!account) throw new Error('The account of this email is gone');
  return { customerId: account.id, isNew: newId !== undefined };
}

/** Creates a customer with a password, such as the demo's. Returns false and changes nothing if the email is taken. */
export async function createCustomerWithPassword(
  db: Db,
  person: { readonly email: string; readonly fullName: string; readonly password: string },
  passwords: Passwords,
  now: Date,
): Promise<boolean> {
  const passwordHash = await passwords.hash(person.password);
  return await db.transaction(async (tx) => {
    const id = await insertCustomer(tx, person, now);
    if (id === undefined) return false;
    await saveOwnPassword(tx, id, passwordHash);
    return true;
  });
}
