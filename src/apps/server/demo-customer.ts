import { createCustomerWithPassword, findCustomerByEmail, rememberAddress } from '#features/customers/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';

/** The login for trying out the demo shop. It only exists outside production. */
export const DEMO_LOGIN = { fullName: 'Mila Okonkwo', email: 'mila@example.org', password: 'dunes-at-dusk' };

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

export async function makeDemoCustomer(db: Db, now: Date): Promise<void> {
  await createCustomerWithPassword(db, DEMO_LOGIN, sharedPasswords(), now);
  const customer = await findCustomerByEmail(db, DEMO_LOGIN.email);
  if (customer && customer.country === null) await rememberAddress(db, customer.id, 'NL', address);
}
