import type { After } from './list-parts.ts';

/** Columns in the order of an index. */
interface IndexedColumns {
  readonly at: string;
  readonly id: string;
  /** Comes first in the index, which lists rows of the same amount in the opposite direction. */
  readonly amount?: string;
  /** Comes before the amount, in tables whose rows have different currencies. */
  readonly currency?: {
    readonly column: string;
    /** Returns SQL for the currency of the row with this id. */
    readonly ofRow: (id: string) => string;
  };
}

/** How a page is sorted, and which rows are on it. */
interface PageOrder {
  /** Begins with `and`; empty for the first page. */
  readonly where: string;
  readonly by: string;
  readonly values: readonly unknown[];
}

/** Sorts by time, or by `currency` and `amount` if they are given. Placeholders are numbered from `place`. */
export function pageOrder(
  { at, id, amount, currency }: IndexedColumns,
  isDescending: boolean,
  after: After | null,
  place: number,
): PageOrder {
  const [way, later] = isDescending ? ['desc', '<'] : ['asc', '>'];
  if (amount === undefined) {
    const by = `${at} ${way}, ${id} ${way}`;
    if (after === null) return { where: '', by, values: [] };
    return { where: `and (${at}, ${id}) ${later} ($${place}, $${place + 1})`, by, values: [after.at, after.id] };
  }
  const [otherWay, earlier] = isDescending ? ['asc', '>'] : ['desc', '<'];
  const sum = currency ? [currency.column, amount] : [amount];
  const by = [...sum.map((column) => `${column} ${way}`), `${at} ${otherWay}`, `${id} ${otherWay}`].join(', ');
  if (after === null) return { where: '', by, values: [] };
  const columns = `(${sum.join(', ')})`;
  const last = `(${currency ? `${currency.ofRow(`$${place + 1}`)}, ` : ''}$${place + 2})`;
  // An index scan can start only from the first comparison.
  const where = `and ${columns} ${later}= ${last}
    and (${columns} ${later} ${last} or (${at}, ${id}) ${earlier} ($${place}, $${place + 1}))`;
  return { where, by, values: [after.at, after.id, after.amount] };
}

/** Sorts by an id that rises with time. */
export function orderById(id: string, isDescending: boolean, after: number | null, place: number): PageOrder {
  const [way, later] = isDescending ? ['desc', '<'] : ['asc', '>'];
  const by = `${id} ${way}`;
  return after === null
    ? { where: '', by, values: [] }
    : { where: `and ${id} ${later} $${place}`, by, values: [after] };
}
