import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarText, escapedText } from './content-lines.ts';

const octets = (text: string) => new TextEncoder().encode(text).length;
const unfolded = (file: string) => file.replaceAll('\r\n ', '');
/** Decodes text like a calendar reader (RFC 5545, 3.3.11). */
const unescaped = (value: string) => value.replace(/\\([\\;,nN])/g, (_all, one) => (/n/i.test(one) ? '\n' : one));

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('\\', ';', ',', '\n', ' ', 'ä', '€', '🎪'), fc.string({ minLength: 1, maxLength: 1 })),
});

test('every line has at most 75 octets, no character is split, and unfolding restores the text', () => {
  fc.assert(
    fc.property(text, (any) => {
      const value = escapedText(any);
      const file = calendarText([{ name: 'SUMMARY', value }]);
      expect(file.endsWith('\r\n')).toBe(true);
      for (const line of file.slice(0, -2).split('\r\n')) {
        expect(octets(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(any.isWellFormed());
      }
      expect(unfolded(file)).toBe(`SUMMARY:${value}\r\n`);
    }),
  );
});

test('escaped text has no line break or bare separator, and decodes to the same text', () => {
  fc.assert(
    fc.property(text, (any) => {
      const value = escapedText(any);
      expect(value).not.toMatch(/[\r\n]/);
      expect(value.replace(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,]/);
      expect(unescaped(value)).toBe(
        // biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar's text cannot contain these.
        any.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ''),
      );
    }),
  );
});

test('the last octet of a line of 76 octets is on a separate line', () => {
  const value = 'x'.repeat(68);
  expect(calendarText([{ name: 'SUMMARY', value }])).toBe(`SUMMARY:${'x'.repeat(67)}\r\n x\r\n`);
});
