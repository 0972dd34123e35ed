import { createHmac } from 'node:crypto';

/** Returns a keyed digest of an IBAN. It identifies the account without storing its number. */
export const payerDigest =
  (key: Buffer) =>
  (iban: string): Buffer =>
    createHmac('sha256', key).update(iban).digest().subarray(0, 16);
