import { randomBytes } from 'node:crypto';

/** Where randomness comes from: as many unpredictable bytes as asked for. Tests pass their own. */
export type RandomBytes = (count: number) => Uint8Array;

/** 31 signs that are told apart when read aloud or in bad print: no 0/O, no 1/I/L. */
export const READABLE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A token of 256 random bits in base64url (43 characters): for logins and links. Only its hash is stored. */
export const randomToken = (random: RandomBytes = randomBytes): string => base64url(random(32));

/** 128 random bits in base64url (22 characters): checksums, cart codes. */
export const randomChecksum = (random: RandomBytes = randomBytes): string => base64url(random(16));

/** A ticket's code: 17 readable signs, 84 random bits. */
export const ticketCode = (random: RandomBytes = randomBytes): string => readableCode(17, random);

/** A password of 20 readable signs in lower case, 99 random bits, in groups of five: easy to type and to paste. */
export function readablePassword(random: RandomBytes = randomBytes): string {
  return readableCode(20, random)
    .toLowerCase()
    .replace(/(.{5})(?=.)/g, '$1-');
}

/** `length` signs of the readable alphabet, each equally likely (4.95 bits a sign). Not a secret when short. */
export function readableCode(length: number, random: RandomBytes = randomBytes): string {
  const size = READABLE_ALPHABET.length;
  // Bytes at or above the largest multiple of the alphabet's size would make its first signs likelier.
  const fair = 256 - (256 % size);
  let code = '';
  while (code.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && code.length < length) code += READABLE_ALPHABET[byte % size];
    }
  }
  return code;
}

/** A digest as `length` characters of the readable alphabet; as secret as the shorter of the two. */
export function readableDigest(digest: Uint8Array, length: number): string {
  const size = BigInt(READABLE_ALPHABET.length);
  let rest = BigInt(`0x${Buffer.from(digest).toString('hex')}`);
  let code = '';
  for (; code.length < length; rest /= size) code += READABLE_ALPHABET[Number(rest % size)];
  return code;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
