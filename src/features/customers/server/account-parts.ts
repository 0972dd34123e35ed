import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { createPasswords, type Passwords } from './passwords.ts';

interface OpenOrders {
  /** Locks the orders, before the account, and returns their ids. */
  lock(tx: Tx, customerId: number, now: Date): Promise<number[]>;
  /** Sends their mails to another address from now on. */
  moveMails(tx: Tx, orderIds: readonly number[], email: string): Promise<void>;
}

export interface AccountSetup {
  readonly db: Db;
  readonly loadShop: () => Promise<Shop>;
  /** The start of links in mails; from configuration, never from a request. */
  readonly shopUrl: string;
  /** Seals mails that contain a secret; the outbox opens them with the same one. */
  readonly sealer: Sealer;
  /** The customer's orders that may still need mails. */
  readonly openOrders: OpenOrders;
  readonly passwords?: Passwords;
  readonly limits?: Limits;
}

export type AccountParts = Required<AccountSetup>;

let passwordsOfProcess: Passwords | undefined;

/** One per process, because it limits the memory and cores that hashing takes. */
export function sharedPasswords(): Passwords {
  passwordsOfProcess ??= createPasswords();
  return passwordsOfProcess;
}

export function accountParts(setup: AccountSetup): AccountParts {
  return {
    ...setup,
    passwords: setup.passwords ?? sharedPasswords(),
    limits: setup.limits ?? defaultLimits,
  };
}
