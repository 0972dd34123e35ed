import { hkdfSync } from 'node:crypto';

/** Derives 32 bytes for one purpose from the shop's secret key. No two purposes share a key, and no key reveals the secret. */
export const derivedKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `foyer:${purpose}`, 32));
