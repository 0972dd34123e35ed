import { hkdfSync } from 'node:crypto';

/** 32 bytes for one purpose, from the shop's secret key: no two purposes share a key, and none tells the secret. */
export const derivedKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `foyer:${purpose}`, 32));
