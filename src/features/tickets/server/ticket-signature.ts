import { createHash, createPublicKey, sign, verify } from 'node:crypto';
import { encodePayload, readTicketText, type TicketPayload, ticketText } from '../domain/ticket-payload.ts';
import type { RevokedTicket } from './revoked-tickets-store.ts';
import type { TicketKey, TicketPublicKey } from './ticket-keys.ts';

/** The text of a ticket's QR code, signed. The same input makes the same text. */
export function signTicket(payload: Omit<TicketPayload, 'keyId'>, key: TicketKey): string {
  const bytes = encodePayload({ ...payload, keyId: key.id });
  return ticketText(bytes, sign(null, bytes, key.privateKey));
}

/**
 * The id that a QR code carries, made from the ticket's code: it dies with the code when the holder changes, a scanner that
 * is given the code by hand finds the same ticket, and a photo of the QR code does not open the document.
 */
export const ticketIdOf = (code: string): string =>
  createHash('sha256').update(`ticket:${code}`).digest('hex').slice(0, 20);

export type TicketVerdict =
  | { readonly valid: true; readonly payload: TicketPayload }
  | {
      readonly valid: false;
      /** Not a ticket's text; signed by nobody that we know, or changed; replaced or refunded; not yet or no longer admitted. */
      readonly reason: 'unreadable' | 'forged' | 'revoked' | 'too_early' | 'too_late';
    };

/**
 * What a scanner without a network can tell of a scanned text, from the keys published at /tickets/keys.json and the list of
 * /tickets/revoked.json as it last saw it. Whether the ticket was used already is for the scanner's own list.
 */
export function verifyTicketCode(
  text: string,
  publicKeys: readonly TicketPublicKey[],
  now: Date,
  revoked: readonly RevokedTicket[] = [],
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
