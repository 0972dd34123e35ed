import { createHmac } from 'node:crypto';

/** Recognises an account again without storing its number. */
export const payerDigest =
  (key: Buffer) =>
  (iban: string): Buffer =>
    createHmac('sha256', key).update(iban).digest().subarray(0, 16);
