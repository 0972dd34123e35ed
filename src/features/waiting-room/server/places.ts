import { createHmac, timingSafeEqual } from 'node:crypto';

/** The place with this number in a room. */
export interface Place {
  readonly roomId: number;
  readonly number: number;
}

export interface Places {
  sign(place: Place): string;
  /** Null for a text that this shop did not sign. */
  read(text: string): Place | null;
}

const FORM = /^p1\.([1-9a-z][0-9a-z]{0,9})\.([1-9a-z][0-9a-z]{0,9})\.([A-Za-z0-9_-]{22})$/;
/** 128 bits. */
const MAC_BYTES = 16;

/** The first key signs; places signed with the older ones stay valid. */
export function createPlaces(keys: readonly [Buffer, ...Buffer[]]): Places {
  const [current] = keys;
  return {
    sign(place) {
      const words = wordsOf(place);
      return `${words}.${macOf(current, words).toString('base64url')}`;
    },
    read(text) {
      const [, room, number, mac] = FORM.exec(text) ?? [];
      if (room === undefined || number === undefined || mac === undefined) return null;
      const place = { roomId: Number.parseInt(room, 36), number: Number.parseInt(number, 36) };
      const signed = Buffer.from(mac, 'base64url');
      // Other unused bits in the last character would make a second text for the same place.
      const isExact = signed.toString('base64url') === mac;
      const isOurs = keys.some((key) => timingSafeEqual(macOf(key, wordsOf(place)), signed));
      return isOurs && isExact ? place : null;
    },
  };
}

const wordsOf = ({ roomId, number }: Place): string => `p1.${roomId.toString(36)}.${number.toString(36)}`;

const macOf = (key: Buffer, words: string): Buffer =>
  createHmac('sha256', key).update(words).digest().subarray(0, MAC_BYTES);

/** A browser has one place in each room. */
export const cookieNameOf = (roomId: number): string => `foyer_place_${roomId}`;

export function cookieIn(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const found = header?.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}
