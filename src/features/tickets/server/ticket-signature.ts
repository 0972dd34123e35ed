import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { encodePayload, readTicketText, type TicketPayload, ticketText } from '../domain/ticket-payload.ts';
import type { RevokedOnWire } from './revoked-list.ts';
import type { TicketKey, TicketPublicKey } from './ticket-keys.ts';

/** The signed text of a ticket's QR code; the same input returns the same text. */
export function signTicket(payload: Omit<TicketPayload, 'keyId'>, key: TicketKey): string {
  const bytes = encodePayload({ ...payload, keyId: key.id });
  return ticketText(bytes, sign(null, bytes, key.privateKey));
}

/**
 * The id in a QR code, derived from the ticket's code: it becomes invalid with the code when the holder changes, a
 * scanner finds the same ticket by a typed code, and a photo of the QR code does not open the document.
 */
export const ticketIdOf = (code: string): string =>
  createHash('sha256').update(`ticket:${code}`).digest('hex').slice(0, 20);

export type TicketVerdict =
  | { readonly valid: true; readonly payload: TicketPayload }
  | {
      readonly valid: false;
      /** `forged`: not signed by a known key, or altered. `revoked`: replaced, refunded or not admitted at present. */
      readonly reason: 'unreadable' | 'forged' | 'revoked' | 'too_early' | 'too_late';
    };

/**
 * The result of an offline scan, using the keys published at /tickets/keys.json and the scanner's last copy of
 * /tickets/revoked.json. The scanner itself keeps track of used tickets.
 */
export function verifyTicketCode(
  text: string,
  publicKeys: readonly TicketPublicKey[],
  now: Date,
  revoked: readonly RevokedOnWire[] = [],
): TicketVerdict {
  const ticket = readTicketText(text);
  if (!ticket) return { valid: false, reason: 'unreadable' };
  const { payload, signed, signature } = ticket;
  const isSigned = publicKeys
    .filter((key) => key.id === payload.keyId)
    .some((key) => verify(null, signed, keyObject(key), signature));
  if (!isSigned) return { valid: false, reason: 'forged' };
  const { ticketId, generation } = payload;
  if (revoked.some((dead) => dead.ticket_id === ticketId && dead.generation === generation)) {
    return { valid: false, reason: 'revoked' };
  }
  if (now.getTime() < payload.notBefore.getTime()) return { valid: false, reason: 'too_early' };
  if (now.getTime() > payload.notAfter.getTime()) return { valid: false, reason: 'too_late' };
  return { valid: true, payload };
}

const keyObject = ({ public_key }: TicketPublicKey) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
