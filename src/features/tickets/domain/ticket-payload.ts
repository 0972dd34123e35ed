import { fromBase45, toBase45 } from './base45.ts';

/**
 * The content of a ticket's QR code, without personal data: 29 bytes, big-endian, and their Ed25519 signature.
 * version u8 = 1 | key id u8 | ticket id 10 bytes | item u32 | departure u32 (0: none) | not before u32 | not after u32
 * (seconds since 1970) | generation u8
 */
export interface TicketPayload {
  /** Which of the shop's public keys verifies it. */
  readonly keyId: number;
  /** 20 hexadecimal digits, different for each code that the ticket has had. */
  readonly ticketId: string;
  readonly itemId: number;
  readonly departureId: number | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Modulo 256; 1 at first. */
  readonly generation: number;
}

export interface SignedTicket {
  readonly payload: TicketPayload;
  /** The bytes that were signed. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** Precedes the Base45 text, so that scanners recognise the format. */
const TICKET_PREFIX = 'T1:';
const VERSION = 1;
const PAYLOAD_BYTES = 29;
const SIGNATURE_BYTES = 64;
/** A QR code contains the generation modulo this. */
const GENERATIONS = 256;
const LAST_SECOND = 0xffff_ffff;

/** The generation as QR codes and the list of revoked tickets contain it. */
export const printedGeneration = (generation: number): number => generation % GENERATIONS;

/**
 * Whether the printed generation is 0 again. If the ticket kept its code, its new QR codes would now repeat those of
 * revoked generations.
 */
export const hasWrappedAround = (generation: number): boolean => printedGeneration(generation) === 0;

export function encodePayload(payload: TicketPayload): Uint8Array {
  const bytes = new Uint8Array(PAYLOAD_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = VERSION;
  bytes[1] = payload.keyId;
  bytes.set(hexBytes(payload.ticketId), 2);
  view.setUint32(12, payload.itemId);
  view.setUint32(16, payload.departureId ?? 0);
  view.setUint32(20, seconds(payload.notBefore));
  view.setUint32(24, seconds(payload.notAfter));
  bytes[28] = printedGeneration(payload.generation);
  return bytes;
}

/** Throws if the signature does not have the length of an Ed25519 signature. */
export function ticketText(payloadBytes: Uint8Array, signature: Uint8Array): string {
  if (payloadBytes.length !== PAYLOAD_BYTES || signature.length !== SIGNATURE_BYTES) {
    throw new RangeError('Not the bytes of a ticket');
  }
  return TICKET_PREFIX + toBase45(Uint8Array.from([...payloadBytes, ...signature]));
}

/** Reads a scanned text. Null if it is not a ticket of a known version. Does not verify the signature. */
export function readTicketText(text: string): SignedTicket | null {
  if (!text.startsWith(TICKET_PREFIX)) return null;
  const bytes = fromBase45(text.slice(TICKET_PREFIX.length));
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return null;
  const signed = bytes.slice(0, PAYLOAD_BYTES);
  const view = new DataView(signed.buffer);
  return {
    payload: {
      keyId: signed[1]!,
      ticketId: [...signed.slice(2, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
      itemId: view.getUint32(12),
      departureId: view.getUint32(16) || null,
      notBefore: new Date(view.getUint32(20) * 1_000),
      notAfter: new Date(view.getUint32(24) * 1_000),
      generation: signed[28]!,
    },
    signed,
    signature: bytes.slice(PAYLOAD_BYTES),
  };
}

const seconds = (moment: Date): number => Math.min(LAST_SECOND, Math.max(0, Math.floor(moment.getTime() / 1_000)));

function hexBytes(hex: string): Uint8Array {
  if (!/^[0-9a-f]{20}$/.test(hex)) throw new RangeError('A ticket id has 20 hexadecimal digits');
  return Uint8Array.from({ length: 10 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
}
