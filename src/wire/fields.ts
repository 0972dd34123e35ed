import { z } from 'zod';

// Field types for all contracts. Only contracts and platform/http import this file.

// Control, direction and invisible characters hide or reverse text, and make one name look like two.
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is removed.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * Trims, normalizes to NFC, and removes control, direction and invisible characters. Lone surrogates, which databases
 * refuse in JSON, become U+FFFD.
 */
export const cleanText = (text: string): string => text.toWellFormed().replace(CONTROL, '').normalize('NFC').trim();

/** An absent or null text becomes ''. The feature's rules decide whether it may be empty. */
export const text = (maximum: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? ''))
    .pipe(z.string().max(maximum));

/** Names are a single line, because they go into mails, documents and lists. */
export const nameText = text(120).transform((name) => name.replace(/\s+/gu, ' '));
export const emailText = text(254);
export const noteText = text(2_000);
/** For codes, references and keys. */
export const codeText = text(200);
/** Passwords are never changed. They have at most 1,024 characters, so that hashing stays cheap. */
export const secretText = z
  .string()
  .max(1_024)
  .nullish()
  .transform((value) => value ?? '');

/** Absent, null and '' all mean none. */
export const optionalCode = codeText.transform((value) => (value === '' ? null : value));

/** Maps text to text, such as address lines. Absent means empty; entries after the 30th are dropped. */
export const textMap = z
  .record(z.string().max(60), z.string().max(500).nullish())
  .nullish()
  .transform((map) => {
    const clean: Record<string, string> = {};
    for (const [key, value] of Object.entries(map ?? {}).slice(0, 30)) clean[key] = cleanText(value ?? '');
    return clean;
  });

/** An integer in minor units. */
export const money = z.int();
/** ISO 8601 in UTC with Z. */
export const instant = z.iso.datetime();

export type Instant = string;

/** Returns null unless the text consists of the digits of an id. */
export const parseId = (id: string | null): number | null =>
  id !== null && /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null;

export const toInstant = (date: Date): Instant => date.toISOString();
export const toInstantOrNull = (date: Date | null): Instant | null => (date ? date.toISOString() : null);
