import { z } from 'zod';

// The kinds of fields that all contracts are built from. Only contracts and platform/http import this.

// Control, direction and invisible characters: they hide or turn what staff and mails show, and make two names of one.
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Trimmed, NFC, without control, direction and invisible characters. Halves of a pair of code units, which no database keeps as
 * JSON, become the sign for an unreadable character.
 */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROL, '').normalize('NFC').trim();

/** Text that may be absent or null, then ''. Whether it may be empty is the business of the feature's own rules. */
export const text = (maximum: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? ''))
    .pipe(z.string().max(maximum));

/** One line: a name goes into mails, documents and lists. */
export const nameText = text(120).transform((name) => name.replace(/\s+/gu, ' '));
export const emailText = text(254);
export const noteText = text(2_000);
/** Codes, references, keys: short and opaque. */
export const codeText = text(200);
/** Text that must not be changed in any way: passwords. At most 1,024 characters, so that hashing stays cheap. */
export const secretText = z
  .string()
  .max(1_024)
  .nullish()
  .transform((value) => value ?? '');

/** Nothing, null and '' all mean: none. */
export const optionalCode = codeText.transform((value) => (value === '' ? null : value));

/** A map from text to text, such as address lines; absent means empty. At most 30 entries. */
export const textMap = z
  .record(z.string().max(60), z.string().max(500).nullish())
  .nullish()
  .transform((map) => {
    const clean: Record<string, string> = {};
    for (const [key, value] of Object.entries(map ?? {}).slice(0, 30)) clean[key] = cleanText(value ?? '');
    return clean;
  });

/** Money on the wire: an integer in minor units. */
export const money = z.int();
/** An instant on the wire: ISO 8601 in UTC with Z. */
export const instant = z.iso.datetime();

export type Instant = string;

/** The id that a text on the wire names; null for anything but the digits of one. */
export const parseId = (id: string | null): number | null =>
  id !== null && /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null;

/** Date to wire. */
export const toInstant = (date: Date): Instant => date.toISOString();
export const toInstantOrNull = (date: Date | null): Instant | null => (date ? date.toISOString() : null);
