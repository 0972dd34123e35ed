import { createCipheriv, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameSecret, tokenHash } from './hashes.ts';
import {
  READABLE_ALPHABET,
  randomChecksum,
  randomToken,
  readableCode,
  readablePassword,
  ticketCode,
} from './random-codes.ts';
import { createSealer } from './sealer.ts';

const bitsPerCharacter = Math.log2(READABLE_ALPHABET.length);

describe('random codes', () => {
  test('contain no characters that are confused when read aloud', () => {
    expect(READABLE_ALPHABET).not.toMatch(/[01OIL]/);
    expect(new Set(READABLE_ALPHABET).size).toBe(31);
  });

  test('have the requested length and consist of the readable alphabet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (length) => {
        expect(readableCode(length)).toMatch(new RegExp(`^[${READABLE_ALPHABET}]{${length}}$`));
      }),
    );
  });

  test('skip the bytes that would make some characters likelier than others', () => {
    const bytes = [[255, 248, 0, 30, 31, 247]];
    expect(readableCode(4, () => Uint8Array.from(bytes.shift() ?? [])).split('')).toEqual(['2', 'Z', '2', 'Z']);
  });

  test('have as many random bits as they need', () => {
    expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32);
    expect(Buffer.from(randomChecksum(), 'base64url')).toHaveLength(16);
    expect(ticketCode().length * bitsPerCharacter).toBeGreaterThanOrEqual(80);
    expect(readablePassword().replaceAll('-', '').length * bitsPerCharacter).toBeGreaterThanOrEqual(96);
    expect(readablePassword()).toMatch(/^([2-9a-z]{5}-){3}[2-9a-z]{5}$/);
    expect(new Set(Array.from({ length: 500 }, () => randomToken())).size).toBe(500);
  });
});

describe('stored secrets', () => {
  test('a token is stored as 32 bytes that do not contain it', () => {
    expect(tokenHash('a token')).toHaveLength(32);
    expect(tokenHash('a token').equals(tokenHash('a tokem'))).toBe(false);
    expect(isSameSecret('one', 'one')).toBe(true);
    expect(isSameSecret('one', 'one more')).toBe(false);
  });

  test('a sealed text opens with the same key, purpose and context only', () => {
    const sealer = createSealer('a key of this test alone', 'mails');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(sealer.open(sealer.seal(wellFormed, 'mail 1'), 'mail 1')).toBe(wellFormed);
      }),
    );
    const sealed = sealer.seal('the password', 'mail 1');
    expect(sealed.toString('latin1')).not.toContain('password');
    expect(() => sealer.open(sealed, 'mail 2')).toThrow();
    expect(() => createSealer('a key of this test alone', 'bank').open(sealed, 'mail 1')).toThrow();
    expect(() => createSealer('a key of another test', 'mails').open(sealed, 'mail 1')).toThrow();
  });

  test('with a new key, texts sealed under the older one still open, until that one is dropped', () => {
    const [older, newer] = ['the key of last year, and', 'the key of this year, and'];
    const before = createSealer(older, 'mails').seal('the password', 'mail 1');
    const rotated = createSealer(newer, 'mails', [older]);
    expect(rotated.open(before, 'mail 1')).toBe('the password');
    expect(before.subarray(0, 5).equals(rotated.currentPrefix)).toBe(false);
    const after = rotated.seal('the password', 'mail 1');
    expect(after.subarray(0, 5).equals(rotated.currentPrefix)).toBe(true);
    expect(createSealer(newer, 'mails').open(after, 'mail 1')).toBe('the password');
    expect(() => createSealer(newer, 'mails').open(before, 'mail 1')).toThrow('neither SECRET_KEY nor');
  });

  test('bytes from before key ids open with any of the keys', () => {
    const key = Buffer.from(hkdfSync('sha256', 'a key of this test alone', 'foyer', 'mails', 32));
    const nonce = Buffer.alloc(12, 3);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('mail 1'));
    const text = Buffer.concat([cipher.update('the password', 'utf8'), cipher.final()]);
    const first = Buffer.concat([Buffer.of(1), nonce, text, cipher.getAuthTag()]);
    expect(createSealer('a key of this test alone', 'mails').open(first, 'mail 1')).toBe('the password');
    const rotated = createSealer('the key that came after it', 'mails', ['a key of this test alone']);
    expect(rotated.open(first, 'mail 1')).toBe('the password');
    expect(() => createSealer('the key that came after it', 'mails').open(first, 'mail 1')).toThrow();
  });

  test('a sealed text with one changed bit does not open', () => {
    const sealer = createSealer('a key of this test alone', 'mails');
    const sealed = sealer.seal('the password', 'mail 1');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index]! ^= 1;
      expect(() => sealer.open(changed, 'mail 1')).toThrow();
    }
  });
});
