import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { createPasswords, type Passwords } from './passwords.ts';

interface OpenOrders {
  /** Locks them, before the account, and returns their ids. */
  lock(tx: Tx, customerId: number, now: Date): Promise<number[]>;
  /** Sends their mails to another address from now on. */
  moveMails(tx: Tx, orderIds: readonly number[], email: string): Promise<void>;
}

/** What accounts need of the process they run in. */
export interface AccountSetup {
  readonly db: Db;
  readonly loadShop: () => Promise<Shop>;
  /** What links in mails begin with; from configuration, never from a request. */
  readonly shopUrl: string;
  /** Seals mails that hold a secret; the same that the outbox opens them with. */
  readonly sealer: Sealer;
  /** The customer's orders about which mails are still to be sent. */
  readonly openOrders: OpenOrders;
  readonly passwords?: Passwords;
  readonly limits?: Limits;
}

export type AccountParts = Required<AccountSetup>;

let passwordsOfProcess: Passwords | undefined;

/** One for the process, because it bounds how much memory and how many cores hashing may take. */
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
