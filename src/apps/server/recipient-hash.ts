import { emailKey } from '#kernel/email.ts';
import type { Config } from '#platform/config/config.ts';
import { keyedHash } from '#platform/secrets/hashes.ts';
import { derivedKey } from './derived-key.ts';

/**
 * What remains of the recipient of a wiped mail: a hash under a key of its own, so that nobody can find the address by trying
 * candidates.
 */
export function recipientHash({ secretKey }: Pick<Config, 'secretKey'>): (email: string) => Buffer {
  const key = derivedKey(secretKey, 'mail-recipients');
  return (email) => keyedHash(key, emailKey(email));
}
