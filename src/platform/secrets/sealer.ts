import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts stored texts with a key for one purpose. */
export interface Sealer {
  /** `context` names the row that the bytes belong to. Opening needs the same one, so sealed bytes cannot be moved. */
  seal(text: string, context: string): Buffer;
  /** Throws if the key, the context or the bytes differ from those of `seal`. */
  open(sealed: Uint8Array, context: string): string;
  /** The prefix of everything sealed under the current key. Other bytes need an older key or predate key ids. */
  readonly currentPrefix: Buffer;
}

/** The format from before key ids, which any key may open. */
const VERSION_WITHOUT_ID = 1;
const VERSION = 2;
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

interface SealingKey {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

/**
 * AES-256-GCM. HKDF derives the key from SECRET_KEY and the purpose, so that a text sealed for one purpose opens for no
 * other. The current key seals; `olderKeys` only open. Layout: version byte, 4 bytes that identify the key, 12-byte
 * nonce, ciphertext, 16-byte tag.
 */
export function createSealer(secretKey: string, purpose: string, olderKeys: readonly string[] = []): Sealer {
  const current = sealingKey(secretKey, purpose);
  const keys = [current, ...olderKeys.map((older) => sealingKey(older, purpose))];
  const currentPrefix = Buffer.concat([Buffer.of(VERSION), current.id]);
  return {
    currentPrefix,
    seal(text, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.bytes, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([currentPrefix, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed);
      if (bytes[0] === VERSION_WITHOUT_ID) return openWithAny(keys, bytes.subarray(1), context);
      if (bytes[0] !== VERSION) throw new Error('Not a sealed text');
      const id = bytes.subarray(1, 1 + ID_BYTES);
      const named = keys.filter((key) => key.id.equals(id));
      if (named.length === 0) throw new Error('Sealed under a key that is neither SECRET_KEY nor in SECRET_KEYS_OLDER');
      return openWithAny(named, bytes.subarray(1 + ID_BYTES), context);
    },
  };
}

function sealingKey(secretKey: string, purpose: string): SealingKey {
  if (secretKey.length < 16) throw new RangeError('The secret key is too short to seal anything with');
  const bytes = Buffer.from(hkdfSync('sha256', secretKey, 'foyer', purpose, 32));
  return { bytes, id: createHash('sha256').update('key-id').update(bytes).digest().subarray(0, ID_BYTES) };
}

function openWithAny(keys: readonly SealingKey[], bytes: Buffer, context: string): string {
  let failure: unknown;
  for (const key of keys) {
    try {
      return openWith(key, bytes, context);
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

function openWith({ bytes: key }: SealingKey, bytes: Buffer, context: string): string {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('Not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
