export interface Limit {
  /** The limit's name, also in LIMITS. */
  readonly name: string;
  /** Attempts per window. */
  readonly attempts: number;
  readonly windowSeconds: number;
  /** The key for the stored hashes of subjects; the shop always sets it (`keyedLimits`). */
  readonly key?: Buffer;
}

/**
 * For each limit: the attempts, the minutes of its window, and whose attempts at what it counts (worded as in
 * docs/operations.md).
 */
const TABLE = {
  'changes-network': [6_000, 1, 'calls that change something, from one network, counted by each process separately'],
  'login-account-network': [10, 5, 'logins to one account from one network'],
  'login-account': [100, 60, 'logins to one account from networks it has not been used from'],
  'login-network': [100, 15, 'failed logins from one network'],
  'account-mail-address': [3, 15, 'registrations, and resets, for one mailbox'],
  'account-mail-network': [60, 60, 'registrations and resets from one network'],
  'account-code-network': [30, 15, 'uses of a login link or a reset code from one network'],
  'account-password': [10, 5, 'current passwords of one account, in its settings and where a fresh proof is required'],
  'change-email': [10, 60, 'requests of one account to change its email address'],
  'resend-address': [3, 60, 'requests to mail tickets again to one mailbox'],
  'resend-network': [60, 60, 'requests to mail tickets again from one network'],
  'voucher-cart': [10, 15, 'voucher codes looked up for one cart'],
  'voucher-checkout': [10, 15, 'wrong voucher codes in checkouts of one cart'],
  'voucher-network': [200, 15, 'voucher codes from one network'],
  'cart-add': [300, 15, 'items added to one cart, counted by each process separately'],
  'cart-add-account': [300, 15, 'items added by one account, whatever its carts, counted by each process separately'],
  'cart-add-network': [3_000, 1, 'items added from one network, counted by each process separately'],
  'waiting-places-network': [
    600,
    10,
    'places in waiting rooms taken from one network, counted by each process separately',
  ],
  'challenge-waited-network': [
    20,
    10,
    'challenges that browsers without scripts passed by waiting, from one network, counted by each process separately',
  ],
  'download-code': [30, 10, 'downloads of one ticket'],
  'download-network': [600, 10, 'downloads of tickets from one network'],
  'invoice-order': [30, 10, 'downloads of invoices by one link'],
  'invoice-network': [300, 10, 'downloads of invoices from one network'],
  'calendar-order': [30, 10, 'downloads of calendar files by one link'],
  'calendar-network': [300, 10, 'downloads of calendar files from one network'],
  'transfer-order': [30, 10, 'downloads of transfer details by one link'],
  'transfer-network': [300, 10, 'downloads of transfer details from one network'],
  'change-ticket': [60, 60, 'changes of holders by one customer'],
  'request-refund': [60, 60, 'refund requests of one customer'],
  'staff-login-account': [10, 15, 'passwords of one office account, from one network'],
  'staff-login-network': [60, 15, 'passwords of office accounts from one network'],
  'staff-network': [120, 15, 'passkeys and invitations of the office from one network'],
  'staff-code': [5, 15, 'wrong codes of one person in the office'],
} as const satisfies Record<string, readonly [attempts: number, minutes: number, counted: string]>;

/** Limits without a window: how many may exist at a time, and what is counted (worded as in docs/operations.md). */
const AMOUNTS = {
  'unpaid-orders': [10, 'orders of one account that wait for their first money'],
  'unpaid-items': [100, 'items in the unpaid orders of one account, if it has several'],
  'unpaid-transfer-share': [50, 'percent of an item that unpaid transfers may keep from everybody else'],
  'held-items-account': [150, 'items in the carts of one account'],
  'held-items-network': [
    60,
    'items in the carts of guests from one network; customers who log in are counted by account',
  ],
} as const satisfies Record<string, readonly [max: number, counted: string]>;

export type LimitName = keyof typeof TABLE;
export type AmountName = keyof typeof AMOUNTS;
/** The number for an amount; 0 means no limit. */
export type Limits = Readonly<Record<LimitName, Limit> & Record<AmountName, number>>;
export type LimitChanges = Partial<
  Record<LimitName, { attempts: number; minutes: number }> & Record<AmountName, number>
>;

export const LIMIT_NAMES = Object.keys(TABLE) as LimitName[];
export const AMOUNT_NAMES = Object.keys(AMOUNTS) as AmountName[];

/** No window is longer than this, so older counts are deleted. */
export const MAX_WINDOW_MINUTES = 24 * 60;

export const whatIsCounted = (name: LimitName): string => TABLE[name][2];
export const whatIsLimited = (name: AmountName): string => AMOUNTS[name][1];

/** The default limits with the operator's changes. */
export function limitsWith(changes: LimitChanges): Limits {
  const limits = {} as Record<LimitName, Limit> & Record<AmountName, number>;
  for (const name of LIMIT_NAMES) {
    const [attempts, minutes] = TABLE[name];
    const chosen = changes[name] ?? { attempts, minutes };
    limits[name] = { name, attempts: chosen.attempts, windowSeconds: chosen.minutes * 60 };
  }
  for (const name of AMOUNT_NAMES) limits[name] = changes[name] ?? AMOUNTS[name][0];
  return limits;
}

/** Hashes subjects under a key: addresses and networks can be guessed, so a plain hash could be reversed. */
export function keyedLimits(limits: Limits, key: Buffer): Limits {
  const keyed = LIMIT_NAMES.map((name) => [name, { ...limits[name], key }]);
  return { ...limits, ...(Object.fromEntries(keyed) as Record<LimitName, Limit>) };
}

export const defaultLimits: Limits = limitsWith({});
