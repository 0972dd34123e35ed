import { hash, verify } from '@node-rs/argon2';
import { markedText } from '#kernel/language.ts';
import type { HttpRefusal } from '#platform/http/refusal.ts';
import { randomToken } from '#platform/secrets/random-codes.ts';
import { atMost, TooManyWaiting } from '#platform/work/at-most.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash, does the same work on a hash that nothing matches, so timing reveals nothing. */
  matches(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether the hash was made with weaker settings than today's. */
  isOutdated(storedHash: string): boolean;
}

export interface PasswordSettings {
  readonly memoryKiB: number;
  readonly passes: number;
  /** The number of hashes computed at the same time. Each takes `memoryKiB` and a core. */
  readonly parallel: number;
  readonly maxWaiting: number;
}

/** These settings exceed OWASP's minimum (19 MiB, 2 passes). A hash takes about 20 ms on a small server. */
const SETTINGS: PasswordSettings = { memoryKiB: 32 * 1_024, passes: 2, parallel: 2, maxWaiting: 150 };

/**
 * Uses Argon2id with bounded parallelism. Passwords are normalised to NFKC and otherwise unchanged. Only tests may hash
 * faster than with these settings.
 */
export function createPasswords(changed: Partial<PasswordSettings> = {}): Passwords {
  const settings = { ...SETTINGS, ...changed };
  const isFaster = settings.memoryKiB < SETTINGS.memoryKiB || settings.passes < SETTINGS.passes;
  if (isFaster && !process.env.VITEST) throw new Error('Passwords may be hashed this fast only in tests');
  const cost = { memoryCost: settings.memoryKiB, timeCost: settings.passes, parallelism: 1 };
  const inTurn = atMost({
    what: 'a password to be checked',
    atOnce: settings.parallel,
    maxWaiting: settings.maxWaiting,
    retryAfter: 2,
  });
  const hashOf = (password: string) => inTurn(() => hash(password.normalize('NFKC'), cost));
  let dummyHash: Promise<string> | undefined;

  return {
    hash: hashOf,
    async matches(storedHash, password) {
      dummyHash ??= hash(randomToken(), cost);
      const compared = storedHash ?? (await dummyHash);
      const isMatch = await inTurn(() => verify(compared, password.normalize('NFKC')));
      return isMatch && storedHash !== null;
    },
    isOutdated(storedHash) {
      const found = /^\$argon2id\$v=\d+\$m=(\d+),t=(\d+),/.exec(storedHash);
      return !found || Number(found[1]) < settings.memoryKiB || Number(found[2]) < settings.passes;
    },
  };
}

/** Returns 'busy' if too many are waiting. */
export async function hashUnlessBusy(passwords: Passwords, password: string): Promise<string | 'busy'> {
  try {
    return await passwords.hash(password);
  } catch (error) {
    if (error instanceof TooManyWaiting) return 'busy';
    throw error;
  }
}

export const BUSY_WITH_PASSWORDS: HttpRefusal = {
  status: 503,
  message: markedText('Many people are logging in right now. Please try again in a moment.'),
  retryAfter: 2,
};

/** Returns 'busy' if too many are waiting. */
export async function matchesUnlessBusy(
  passwords: Passwords,
  storedHash: string | null,
  password: string,
): Promise<boolean | 'busy'> {
  try {
    return await passwords.matches(storedHash, password);
  } catch (error) {
    if (error instanceof TooManyWaiting) return 'busy';
    throw error;
  }
}

let passwordsOfProcess: Passwords | undefined;

/**
 * Returns this process's password hashing. There is only one, because it limits the memory and cores that hashing
 * takes. Only the first call's settings count.
 */
export function sharedPasswords(changed: Partial<PasswordSettings> = {}): Passwords {
  passwordsOfProcess ??= createPasswords(changed);
  return passwordsOfProcess;
}
