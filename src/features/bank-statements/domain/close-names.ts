/** Whether two names can belong to one person: the shorter has two or more words, and the longer has all of them. */
export function areCloseNames(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return few!.length >= 2 && few!.every((word) => many!.includes(word));
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/ß/g, 'ss')
    .replace(/[đĐ]/g, 'd')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !TITLES.has(word));

const TITLES = new Set([
  'mr',
  'mrs',
  'ms',
  'herr',
  'frau',
  'dr',
  'prof',
  'dhr',
  'mw',
  'hr',
  'en',
  'und',
  'and',
  'or',
  'oder',
  'of',
]);
