import type { Language } from '#kernel/language.ts';
import { columnOf, isDescending } from '../domain/list-sort.ts';

const AMOUNTS = ['total', 'amount'];

/** Returns a sort in words, such as "Placed, latest first". `columns`: the headings of the list by their keys. */
export function sortWords({ text }: Language, sort: string, columns: Readonly<Record<string, string>>): string {
  const column = columns[columnOf(sort)] ?? '';
  if (AMOUNTS.includes(columnOf(sort)))
    return isDescending(sort)
      ? text('{column}, highest first', { column })
      : text('{column}, lowest first', { column });
  return isDescending(sort) ? text('{column}, latest first', { column }) : text('{column}, earliest first', { column });
}
