import fs from 'node:fs';

// Words and key runs at the top of every published list of leaked passwords. With the endings and substitutions below
// they cover the many thousand entries of those lists that have eight characters or more.
const COMMON = new Set(
  fs
    .readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(plain),
);

/**
 * Whether attackers would guess a password first: a common word, alone, doubled, or with a few digits and symbols
 * around it; a repeated character or short piece; a run of the keyboard, the digits or the alphabet; a number of up to
 * 14 digits, such as a date; or public facts about the account (`known`: email, name, shop).
 */
export function isCommonPassword(password: string, known: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const core = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (isRepetition(text) || isRun(core) || /^\d{0,14}$/.test(core.replace(/[-./ ]/g, ''))) return true;
  return [text, core, withoutEnding(core), withoutEnding(core.replace(/^\d{1,4}/, ''))].some(
    (stem) => isCommonWord(stem) || isKnown(stem, known),
  );
}

function isCommonWord(stem: string): boolean {
  if (stem.length < 3) return stem !== '';
  if (COMMON.has(stem) || COMMON.has(plain(stem))) return true;
  const half = stem.slice(0, stem.length / 2);
  return half + half === stem && COMMON.has(plain(half));
}

/** Strips digits and symbols from the end, such as `1`, `123`, `2027!`. */
const withoutEnding = (text: string): string => text.replace(/[\d!@#$%&*?._-]{1,5}$/, '');

/** Turns symbols and digits back into the letters they replace: `p@ssw0rd`. */
function plain(text: string): string {
  const letters: Record<string, string> = {
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
  };
  return text.replace(/[@431!0$57]/g, (character) => letters[character]!);
}

function isRepetition(text: string): boolean {
  return /^(.{1,3})\1+.{0,2}$/su.test(text) || /^(.{4})\1+$/su.test(text);
}

const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
].flatMap((run) => [run, [...run].reverse().join('')]);

/** True for a password of at most two runs: `abcdefgh`, `qwerty12345`, `asdfghjkl`. */
function isRun(text: string): boolean {
  return RUNS.some((run) => run.includes(text)) || splits(text).some(([left, right]) => inRun(left) && inRun(right));
}

const inRun = (part: string): boolean => part.length >= 3 && RUNS.some((run) => run.includes(part));

const splits = (text: string): [string, string][] =>
  Array.from({ length: Math.max(0, Math.min(text.length, 40) - 1) }, (_, index) => [
    text.slice(0, index + 1),
    text.slice(index + 1),
  ]);

function isKnown(stem: string, known: readonly string[]): boolean {
  return known.some((fact) => {
    const whole = fact.normalize('NFKC').toLowerCase();
    const parts = [whole, whole.replace(/\s+/g, ''), ...whole.split(/[^\p{L}\p{N}]+/u)];
    return parts.some((part) => part.length >= 4 && part === stem);
  });
}
