import { emailKey } from '#kernel/email.ts';
import type { Config } from '#platform/config/config.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import { keyedHash } from '#platform/secrets/hashes.ts';

/**
 * Returns a keyed hash that replaces the recipient of a wiped mail. Its key, which nothing else uses, prevents anybody
 * from finding the address by trying candidates.
 */
export function recipientHash({ secretKey }: Pick<Config, 'secretKey'>): (email: string) => Buffer {
  const key = derivedKey(secretKey, 'mail-recipients');
  return (email) => keyedHash(key, emailKey(email));
}
