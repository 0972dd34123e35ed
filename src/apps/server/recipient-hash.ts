import { emailKey } from '#kernel/email.ts';
import type { Config } from '#platform/config/config.ts';
import { keyedHash } from '#platform/secrets/hashes.ts';
import { derivedKey } from './derived-key.ts';

/** What is kept of the recipient of a mail that was wiped: a hash under a key of its own, so that nobody finds the address by trying all. */
export function recipientHash({ secretKey }: Pick<Config, 'secretKey'>): (email: string) => Buffer {
  const key = derivedKey(secretKey, 'mail-recipients');
  return (email) => keyedHash(key, emailKey(email));
}
