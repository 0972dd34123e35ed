import type { SavedList } from './saved-view.ts';

/**
 * The columns by which each list can be sorted, in both directions: those for which an index has the order. A list
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

/** How a list is sorted if nothing was chosen: latest first, except for lists of what waits or is due. */
export function usualSort<List extends SavedList>(list: List, view: string): ListSort<List> {
  const [column] = sortedColumns[list] as readonly [SortedColumn<List>];
  return EARLIEST_FIRST[list]?.includes(view) ? column : `-${column}`;
}

/** What somebody chose, if anything. */
export type ChosenSort<List extends SavedList> = ListSort<List> | null | undefined;

/** How a list is sorted. */
export const sortOrUsual = <List extends SavedList>(
  list: List,
  view: string,
  chosen: ChosenSort<List>,
): ListSort<List> => chosen ?? usualSort(list, view);

/** The sorts of a list. */
export const sortsOf = <List extends SavedList>(list: List): ListSort<List>[] =>
  sortedColumns[list].flatMap((column: SortedColumn<List>): ListSort<List>[] => [`-${column}`, column]);

/** The sort that an address names; null for the list's usual one, and for a sort that the list does not have. */
export const sortIn = <List extends SavedList>(list: List, parameter: string): ListSort<List> | null =>
  sortsOf(list).find((sort) => sort === parameter) ?? null;

export const isDescending = (sort: string): boolean => sort.startsWith('-');

/** The column of a sort. */
export const columnOf = (sort: string): string => sort.replace(/^-/, '');

/** The other direction of a sorted column; for any other column, the direction with which it begins. */
export function sortAfterPress<List extends SavedList>(
  { list, view }: { readonly list: List; readonly view: string },
  current: ListSort<List>,
  column: SortedColumn<List>,
): ListSort<List> {
  if (columnOf(current) === column) return isDescending(current) ? column : `-${column}`;
  const usual = usualSort(list, view);
  return columnOf(usual) === column ? usual : `-${column}`;
}
