import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is stored of a random token of 128 bits or more (32 bytes). Not for passwords: this hash is fast. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Whether two secrets are the same, in a time that does not tell where they differ. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other));

/**
 * What is kept of something that could be guessed, such as an email address or a network (32 bytes): without the key nobody finds it by
 * hashing all that there are.
 */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
