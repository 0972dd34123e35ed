import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the stored form of a random token of at least 128 bits. Not for passwords: this hash is fast. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Compares in a time that does not reveal where the secrets differ. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other));

/** For guessable texts, such as an email address or network. Without the key nobody can check guesses by hashing. */
export const keyedHash = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();
