import type { CsvMap } from '#features/shop-config/domain/statement-csv.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';

/** What a column of a bank's CSV means. Several columns can be `text`; each other meaning has one column at most. */
export const csvRoles = [
  'date',
  'amount',
  'amount_in',
  'amount_out',
  'direction',
  'currency',
  'text',
  'name',
  'iban',
  'account',
  'bank_reference',
  'end_to_end_id',
] as const;
export type CsvRole = (typeof csvRoles)[number];

/** The limit for a file that a person describes. Banks use up to 30. */
export const MAX_COLUMNS = 150;

/** A map by column instead of by meaning, which is how a person chooses it. */
export interface CsvLayout extends Omit<CsvMap, 'columns'> {
  /** One for each column; null if it is not used. */
  readonly roles: readonly (CsvRole | null)[];
}

/**
 * Unique names for a file's columns: their headings, trimmed. A second column with the same heading is `Währung (2)`;
 * the name of a column without a heading is its number, `(5)`.
 */
export function columnNames(headings: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return headings.map((heading, index) => {
    const name = heading.trim();
    if (name === '') return `(${index + 1})`;
    const count = (counts.get(nameKey(name)) ?? 0) + 1;
    counts.set(nameKey(name), count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Names that differ only in case or surrounding spaces have one key. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

export const isBlankRow = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

export type LayoutMistake =
  | { readonly kind: 'twice'; readonly role: CsvRole }
  | { readonly kind: 'no_date' }
  | { readonly kind: 'no_text' }
  /** There is neither an amount nor both money in and money out. */
  | { readonly kind: 'no_amount' }
  /** There is an amount in addition to money in or money out. */
  | { readonly kind: 'two_amounts' }
  /** A column gives the direction, but nobody chose which of its words means money out. */
  | { readonly kind: 'no_out' }
  /** The chosen row has days, amounts or accounts, or fewer than two cells. */
  | { readonly kind: 'no_headings' }
  /** The file has lines, but none of them can be read this way. */
  | { readonly kind: 'no_line' };

/** Gives a column a role. Another column that had the role loses it, unless the role is the payment text. */
export const withRole = (roles: readonly (CsvRole | null)[], index: number, role: CsvRole | null): (CsvRole | null)[] =>
  roles.map((one, at) => (at === index ? role : one === role && role !== 'text' ? null : one));

/** The map of a chosen layout for a file with these column names. */
export function mapOfLayout(names: readonly string[], { roles, ...layout }: CsvLayout): Result<CsvMap, LayoutMistake> {
  const columnsOf = (role: CsvRole): string[] => names.filter((_, index) => roles[index] === role);
  const columnOf = (role: CsvRole): string | null => columnsOf(role)[0] ?? null;
  const twice = csvRoles.find((role) => role !== 'text' && columnsOf(role).length > 1);
  if (twice) return refuse({ kind: 'twice', role: twice });
  const date = columnOf('date');
  if (date === null) return refuse({ kind: 'no_date' });
  const isSplit = columnOf('amount_in') !== null || columnOf('amount_out') !== null;
  if (columnOf('amount') !== null && isSplit) return refuse({ kind: 'two_amounts' });
  if (columnOf('amount') === null && (columnOf('amount_in') === null || columnOf('amount_out') === null)) {
    return refuse({ kind: 'no_amount' });
  }
  const usesDirection = columnOf('direction') !== null && !isSplit;
  if (usesDirection && !layout.out) return refuse({ kind: 'no_out' });
  if (columnsOf('text').length === 0) return refuse({ kind: 'no_text' });
  return ok({
    ...layout,
    out: usesDirection ? layout.out : null,
    in: usesDirection ? (layout.in ?? null) : null,
    columns: {
      date,
      amount: columnOf('amount'),
      amountIn: columnOf('amount_in'),
      amountOut: columnOf('amount_out'),
      direction: usesDirection ? columnOf('direction') : null,
      currency: columnOf('currency'),
      account: columnOf('account'),
      name: columnOf('name'),
      iban: columnOf('iban'),
      text: columnsOf('text'),
      bankReference: columnOf('bank_reference'),
      endToEndId: columnOf('end_to_end_id'),
    },
  });
}

const COLUMN_OF = {
  date: 'date',
  amount: 'amount',
  amount_in: 'amountIn',
  amount_out: 'amountOut',
  direction: 'direction',
  currency: 'currency',
  text: 'text',
  name: 'name',
  iban: 'iban',
  account: 'account',
  bank_reference: 'bankReference',
  end_to_end_id: 'endToEndId',
} as const satisfies Record<CsvRole, keyof CsvMap['columns']>;

/** The inverse of `mapOfLayout`. */
export function layoutOfMap(names: readonly string[], { columns, ...map }: CsvMap): CsvLayout {
  const has = (role: CsvRole, name: string): boolean =>
    [columns[COLUMN_OF[role]]].flat().some((one) => one !== null && nameKey(one) === nameKey(name));
  return { ...map, roles: names.map((name) => csvRoles.find((role) => has(role, name)) ?? null) };
}

/** Files with the same headings in the same order have one key, so they are read alike. */
export const headingsKey = (names: readonly string[]): string => names.map(nameKey).join('\n');
