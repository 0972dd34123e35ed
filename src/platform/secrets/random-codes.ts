import { randomBytes } from 'node:crypto';

export type RandomBytes = (count: number) => Uint8Array;

/** 31 characters that are hard to confuse when read aloud or badly printed: no 0/O, no 1/I/L. */
export const READABLE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Returns 256 random bits in base64url (43 characters), for logins and links. Only a hash of them is stored. */
export const randomToken = (random: RandomBytes = randomBytes): string => base64url(random(32));

/** Returns 128 random bits in base64url (22 characters), for checksums and cart codes. */
export const randomChecksum = (random: RandomBytes = randomBytes): string => base64url(random(16));

/** Returns 17 readable characters, 84 random bits. */
export const ticketCode = (random: RandomBytes = randomBytes): string => readableCode(17, random);

/** Returns 20 readable lower-case characters in groups of five, 99 random bits. */
export function readablePassword(random: RandomBytes = randomBytes): string {
  return readableCode(20, random)
    .toLowerCase()
    .replace(/(.{5})(?=.)/g, '$1-');
}

/** Returns `length` equally likely readable characters of 4.95 bits each. Short codes are not secret. */
export function readableCode(length: number, random: RandomBytes = randomBytes): string {
  const size = READABLE_ALPHABET.length;
  // Bytes at or above the largest multiple of the alphabet's size would make its first characters likelier.
  const fair = 256 - (256 % size);
  let code = '';
  while (code.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && code.length < length) code += READABLE_ALPHABET[byte % size];
    }
  }
  return code;
}

/** Writes a digest as `length` readable characters, which are as secret as the shorter of the two. */
export function readableDigest(digest: Uint8Array, length: number): string {
  const size = BigInt(READABLE_ALPHABET.length);
  let rest = BigInt(`0x${Buffer.from(digest).toString('hex')}`);
  let code = '';
  for (; code.length < length; rest /= size) code += READABLE_ALPHABET[Number(rest % size)];
  return code;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
