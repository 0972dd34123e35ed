import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts at rest with a key of one purpose. */
export interface Sealer {
  /** `context` names the row that the bytes belong to; opening needs the same, so that sealed bytes cannot be moved. */
  seal(text: string, context: string): Buffer;
  /** Throws when the key, the context or the bytes are not those of `seal`. */
  open(sealed: Uint8Array, context: string): string;
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key that HKDF derives from SECRET_KEY and the purpose: what is sealed for one purpose opens for no other.
 * Layout: version byte, 12 byte nonce, ciphertext, 16 byte tag.
 */
export function createSealer(secretKey: string, purpose: string): Sealer {
  if (secretKey.length < 16) throw new RangeError('The secret key is too short to seal anything with');
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'foyer', purpose, 32));
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([
        Buffer.of(VERSION),
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < 1 + NONCE_BYTES + TAG_BYTES || bytes[0] !== VERSION) throw new Error('Not a sealed text');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}
