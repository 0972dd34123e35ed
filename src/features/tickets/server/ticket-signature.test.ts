import { createPrivateKey, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { admissionWindow } from '../domain/admission-window.ts';
import { fromBase45, toBase45 } from '../domain/base45.ts';
import { encodePayload, readTicketText, type TicketPayload, ticketText } from '../domain/ticket-payload.ts';
import { ticketKey } from './ticket-keys.ts';
import { signTicket, ticketIdOf, verifyTicketCode } from './ticket-signature.ts';

const secretKey = Buffer.alloc(32, 7);
const key = ticketKey(secretKey);
const keys = [key.publicKey];
const now = new Date('2027-07-22T12:00:00Z');

const makePayload = (changes: Partial<TicketPayload> = {}): Omit<TicketPayload, 'keyId'> => ({
  ticketId: ticketIdOf('7KQ2MX4PHT9WC3VBN'),
  itemId: 42,
  departureId: 9,
  notBefore: new Date('2027-07-21T10:00:00Z'),
  notAfter: new Date('2027-07-27T22:00:00Z'),
  generation: 1,
  ...changes,
});

test('a signed ticket verifies with only the published key and shows what it admits to', () => {
  const verdict = verifyTicketCode(signTicket(makePayload(), key), keys, now);
  expect(verdict).toEqual({ valid: true, payload: { ...makePayload(), keyId: key.id } });
});

test('a signed ticket is the prefix and 140 characters of the QR code’s alphanumeric set', () => {
  expect(signTicket(makePayload(), key)).toMatch(/^T1:[0-9A-Z $%*+\-./:]{140}$/);
});

test('a signed ticket contains neither the holder nor the code that opens the document', () => {
  const text = signTicket(makePayload(), key);
  const bytes = Buffer.from(fromBase45(text.slice(3))!);
  expect(bytes.includes('7KQ2MX4PHT9WC3VBN')).toBe(false);
  expect(bytes).toHaveLength(93);
});

test('any single changed byte makes a ticket invalid', () => {
  const bytes = fromBase45(signTicket(makePayload(), key).slice(3))!;
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
      const tampered = Uint8Array.from(bytes);
      tampered[index]! ^= change;
      expect(verifyTicketCode(`T1:${toBase45(tampered)}`, keys, now).valid).toBe(false);
    }),
  );
});

test('a later departure, another item or a longer validity cannot be forged', () => {
  const { signature } = readTicketText(signTicket(makePayload(), key))!;
  const notAfter = new Date(0xffff_ffff_000);
  for (const changes of [{ departureId: 10 }, { itemId: 43 }, { notAfter }, { generation: 2 }]) {
    const forged = ticketText(encodePayload({ ...makePayload(changes), keyId: key.id }), signature);
    expect(verifyTicketCode(forged, keys, now)).toEqual({ valid: false, reason: 'forged' });
  }
});

test('another shop’s key cannot sign tickets for this shop, not even under this shop’s key id', () => {
  const foreign = ticketKey(Buffer.alloc(32, 8));
  expect(verifyTicketCode(signTicket(makePayload(), foreign), keys, now)).toEqual({ valid: false, reason: 'forged' });
  const disguised = { ...foreign, id: key.id };
  expect(verifyTicketCode(signTicket(makePayload(), disguised), keys, now)).toEqual({ valid: false, reason: 'forged' });
});

test('without any key no ticket is valid', () => {
  expect(verifyTicketCode(signTicket(makePayload(), key), [], now)).toEqual({ valid: false, reason: 'forged' });
});

test.each(['', 'T1:', 'T1:AAA', 'T2:BB8', 'https://example.org', `T1:${'0'.repeat(140)}`, `t1:${'A'.repeat(140)}`])(
  '%j is unreadable',
  (text) => expect(verifyTicketCode(text, keys, now)).toEqual({ valid: false, reason: 'unreadable' }),
);

describe('the time of admission', () => {
  const text = signTicket(makePayload(), key);
  test.each([
    ['2027-07-21T09:59:59.999Z', 'too_early'],
    ['2027-07-21T10:00:00.000Z', undefined],
    ['2027-07-27T22:00:00.000Z', undefined],
    ['2027-07-27T22:00:00.001Z', 'too_late'],
  ])('at %s the reason for a refusal is %s', (moment, reason) => {
    expect(verifyTicketCode(text, keys, new Date(moment))).toMatchObject(reason ? { reason } : { valid: true });
  });
});

test('the signed bytes are those of the published example', () => {
  const seed = 'fe9ca4d0a5c539b84aad8b5b4302cddaf5920ca4cf573f18c351224362907d5a';
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const bytes = encodePayload({
    keyId: 7,
    ticketId: '00112233445566778899',
    itemId: 42,
    departureId: 9,
    notBefore: new Date(0x6b0e0e00 * 1_000),
    notAfter: new Date(0x6b0f5f80 * 1_000),
    generation: 0,
  });
  expect(Buffer.from(bytes).toString('hex')).toBe('0107001122334455667788990000002a000000096b0e0e006b0f5f8000');
  expect(Buffer.concat([bytes, sign(null, bytes, privateKey)]).toString('base64url')).toBe(
    'AQcAESIzRFVmd4iZAAAAKgAAAAlrDg4Aaw9fgAB9Qr9W6RVpzC5cP1nSr5LVvP1zIYc5GgJfIfEMo0malKQOLDUv9vkay17MCCPuWr3cz_tQ9_IQaY7pWEcRb4sC',
  );
});

test('a new code has another ticket id', () => {
  expect(ticketIdOf('A')).toMatch(/^[0-9a-f]{20}$/);
  expect(ticketIdOf('A')).not.toBe(ticketIdOf('B'));
});

describe('the window of admission', () => {
  const at = (text: string) => new Date(text);
  const none = { eventStartsAt: null, eventEndsAt: null, travelTime: null };

  test('spans event and departure, with a day before and two after', () => {
    expect(
      admissionWindow({
        eventStartsAt: at('2027-07-22T10:00:00Z'),
        eventEndsAt: at('2027-07-25T22:00:00Z'),
        travelTime: at('2027-07-22T07:30:00Z'),
      }),
    ).toEqual({ notBefore: at('2027-07-21T07:30:00Z'), notAfter: at('2027-07-27T22:00:00Z') });
    expect(admissionWindow({ ...none, travelTime: at('2027-07-22T07:30:00Z') })).toEqual({
      notBefore: at('2027-07-21T07:30:00Z'),
      notAfter: at('2027-07-24T07:30:00Z'),
    });
  });

  test('is unlimited without event and departure, and survives being signed', () => {
    const text = signTicket(makePayload({ ...admissionWindow(none), departureId: null }), key);
    expect(verifyTicketCode(text, keys, at('2099-01-01T00:00:00Z'))).toMatchObject({
      valid: true,
      payload: { departureId: null },
    });
  });
});
