import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The key pair that signs this shop's tickets. */
export interface TicketKey {
  /** 0 to 255, derived from the public key: distinguishes keys after SECRET_KEY was changed. */
  readonly id: number;
  readonly privateKey: KeyObject;
  readonly publicKey: TicketPublicKey;
}

/** A public key in published form. */
export interface TicketPublicKey {
  readonly id: number;
  readonly algorithm: 'Ed25519';
  /** The 32 bytes in base64url, as in a JWK's `x`. */
  readonly public_key: string;
}

/** The prefix of a PKCS #8 file with an Ed25519 key; the 32 bytes of the seed follow (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

const known = new Map<string, TicketKey>();

/** Derived from SECRET_KEY alone (HKDF), so that it is in no database and the same in every process. */
export function ticketKey(secretKey: Buffer): TicketKey {
  const name = createHash('sha256').update(secretKey).digest('hex');
  const made = known.get(name) ?? makeKey(secretKey);
  known.set(name, made);
  return made;
}

function makeKey(secretKey: Buffer): TicketKey {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, 'foyer', 'ticket-signature', 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const text = createPublicKey(privateKey).export({ format: 'jwk' }).x!;
  const id = createHash('sha256').update(Buffer.from(text, 'base64url')).digest()[0]!;
  return { id, privateKey, publicKey: { id, algorithm: 'Ed25519', public_key: text } };
}
