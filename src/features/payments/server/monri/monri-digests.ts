import { createHash, timingSafeEqual } from 'node:crypto';

/** What a digest covers, exactly as it is sent. */
export interface SignedOrder {
  readonly orderNumber: string;
  /** In hundredths. */
  readonly amount: string;
  readonly currency: string;
}

const hexOf = (algorithm: 'sha1' | 'sha512', ...parts: (string | Buffer)[]): string => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The digest of the form, and of a charge. */
export const formDigest = (key: string, { orderNumber, amount, currency }: SignedOrder): string =>
  hexOf('sha512', key, orderNumber, amount, currency);

/** The digest of a query about an order. */
export const showDigest = (key: string, orderNumber: string): string => hexOf('sha1', key, orderNumber);

export const refundDigest = (key: string, { orderNumber, amount, currency }: SignedOrder): string =>
  hexOf('sha1', key, orderNumber, amount, currency);

/** The digest of a message, over its raw bytes. */
export const callbackDigest = (key: string, body: string | Buffer): string => hexOf('sha512', key, body);

/** Whether the `authorization` header of a message is genuine. */
export function isSignedCallback(keys: readonly string[], body: Buffer, header: unknown): boolean {
  const given = typeof header === 'string' ? /^WP3-callback ([0-9a-f]{128})$/.exec(header)?.[1] : undefined;
  if (!given) return false;
  return keys.some((key) => timingSafeEqual(Buffer.from(callbackDigest(key, body)), Buffer.from(given)));
}
