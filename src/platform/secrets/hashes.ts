import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What is stored of a random token of 128 bits or more (32 bytes). Not for passwords: this hash is fast. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Whether two secrets are the same, in a time that does not tell where they differ. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other));

/**
 * A keyed hash (32 bytes) of something that could be guessed, such as an email address or a network: without the key nobody can find it
 * by hashing candidates.
 */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
