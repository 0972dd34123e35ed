import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { type Passwords, sharedPasswords } from '#platform/secrets/passwords.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';

interface OpenOrders {
  /** Locks the customer's open orders and returns their ids. Call it before locking the account. */
  lock(tx: Tx, customerId: number, now: Date): Promise<number[]>;
  moveMails(tx: Tx, orderIds: readonly number[], email: string): Promise<void>;
}

export interface AccountSetup {
  readonly db: Db;
  readonly loadShop: () => Promise<Shop>;
  /** The start of links in mails; from configuration, never from a request. */
  readonly shopUrl: string;
  /** The outbox decrypts these mails with the same sealer. */
  readonly sealer: Sealer;
  readonly openOrders: OpenOrders;
  readonly passwords?: Passwords;
  readonly limits?: Limits;
}

export type AccountParts = Required<AccountSetup>;

export function accountParts(setup: AccountSetup): AccountParts {
  return {
    ...setup,
    passwords: setup.passwords ?? sharedPasswords(),
    limits: setup.limits ?? defaultLimits,
  };
}
