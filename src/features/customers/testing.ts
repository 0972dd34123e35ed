import { lockOpenOrders, moveMailAddress } from '#features/orders/server/public.ts';
import { emailKey } from '#kernel/email.ts';
import type { Db } from '#platform/db/db.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { createPasswords, type Passwords } from '#platform/secrets/passwords.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import type { AccountParts } from './server/account-parts.ts';

type Shop = Awaited<ReturnType<AccountParts['loadShop']>>;

/** Argon2 with as little work as possible, to keep tests fast. */
const quickPasswords: Passwords = createPasswords({ memoryKiB: 8, passes: 1, parallel: 4, maxWaiting: 1_000 });

/** Only the parts of a shop's configuration that accounts read. */
const shopForAccounts = {
  public: {
    name: 'Sandlark',
    locale: 'en-GB',
    timezone: 'Europe/Amsterdam',
    operator: { name: 'Stichting Sandlark', email: 'hello@sandlark.example', address: ['Larkduin'] },
    logo: null,
    logoDark: null,
    theme: { brandColor: null, accentColor: null, colorScheme: 'auto' },
    countries: [
      { code: 'BE', name: 'Belgium' },
      { code: 'NL', name: 'Netherlands' },
    ],
    addressLines: [
      { key: 'street', text: 'Street', required: true, autocomplete: null },
      { key: 'city', text: 'City', required: true, autocomplete: null },
    ],
  },
  private: { mailSender: { name: 'Sandlark', email: 'tickets@sandlark.example' } },
} as unknown as Shop;

export function accountPartsFor(db: Db, changed: Partial<AccountParts> = {}): AccountParts {
  return {
    db,
    loadShop: async () => shopForAccounts,
    shopUrl: 'https://shop.sandlark.example',
    sealer: createSealer('a key that only tests use', 'mail-bodies'),
    openOrders: { lock: lockOpenOrders, moveMails: moveMailAddress },
    passwords: quickPasswords,
    limits: defaultLimits,
    ...changed,
  };
}

/** Stores a customer, by default with a chosen password ('correct horse battery'). */
export async function givenCustomer(
  db: Db,
  customer: { email?: string; fullName?: string; password?: string | null; createdAt?: Date } = {},
): Promise<number> {
  const { email = 'mila@example.org', fullName = 'Mila Okonkwo', password = 'correct horse battery' } = customer;
  const row = await db.row<{ id: number }>(
    `insert into customers (email, email_key, full_name, password_hash, created_at)
     values ($1, $2, $3, $4, $5)
     returning id`,
    [
      email,
      emailKey(email),
      fullName,
      password === null ? null : await quickPasswords.hash(password),
      customer.createdAt ?? new Date('2026-01-01T00:00:00Z'),
    ],
  );
  return row!.id;
}
