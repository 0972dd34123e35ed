import type { SavedList } from './saved-view.ts';

/**
 * The columns by which each list can be sorted, in both directions: those that have an index in that order. A list
 * without a chosen sort uses its usual one.
 */
export const sortedColumns = {
  '/orders': ['placed', 'total'],
  '/tickets': ['issued'],
  '/people': ['known'],
  '/money/receipts': ['received', 'amount'],
  '/money/refunds': ['requested'],
  '/money/plans': ['due'],
  '/money/invoices': ['issued'],
  '/mails': ['at'],
} as const satisfies Readonly<Record<SavedList, readonly string[]>>;

type SortedColumn<List extends SavedList> = (typeof sortedColumns)[List][number];

/** A column as addresses and calls name it; a leading `-` puts the latest or highest row first. */
export type ListSort<List extends SavedList> = SortedColumn<List> | `-${SortedColumn<List>}`;

/** The views that begin with what has waited longest or is due first. */
const EARLIEST_FIRST: Partial<Readonly<Record<SavedList, readonly string[]>>> = {
  '/money/refunds': ['to_decide', 'being_paid', 'problem'],
  '/money/plans': ['open', 'overdue'],
};

/** The sort of a list if none was chosen: latest first, except in views of what is waiting or due. */
export function usualSort<List extends SavedList>(list: List, view: string): ListSort<List> {
  const [column] = sortedColumns[list] as readonly [SortedColumn<List>];
  return EARLIEST_FIRST[list]?.includes(view) ? column : `-${column}`;
}

/** The sort that the person chose, if any. */
export type ChosenSort<List extends SavedList> = ListSort<List> | null | undefined;

export const sortOrUsual = <List extends SavedList>(
  list: List,
  view: string,
  chosen: ChosenSort<List>,
): ListSort<List> => chosen ?? usualSort(list, view);

export const sortsOf = <List extends SavedList>(list: List): ListSort<List>[] =>
  sortedColumns[list].flatMap((column: SortedColumn<List>): ListSort<List>[] => [`-${column}`, column]);

/** The sort that an address names; null if it names none, or one that the list does not have. */
export const sortIn = <List extends SavedList>(list: List, parameter: string): ListSort<List> | null =>
  sortsOf(list).find((sort) => sort === parameter) ?? null;

export const isDescending = (sort: string): boolean => sort.startsWith('-');

export const columnOf = (sort: string): string => sort.replace(/^-/, '');

/** Reverses the direction of the sorted column. Any other column starts with its usual direction. */
export function sortAfterPress<List extends SavedList>(
  { list, view }: { readonly list: List; readonly view: string },
  current: ListSort<List>,
  column: SortedColumn<List>,
): ListSort<List> {
  if (columnOf(current) === column) return isDescending(current) ? column : `-${column}`;
  const usual = usualSort(list, view);
  return columnOf(usual) === column ? usual : `-${column}`;
}
