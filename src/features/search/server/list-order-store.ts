import type { After } from './list-parts.ts';

/** Columns in the order of an index. */
interface IndexedColumns {
  readonly at: string;
  readonly id: string;
  /** Comes first in the index, which lists rows of the same amount in the opposite direction. */
  readonly amount?: string;
}

/** How a page is sorted, and which rows are on it. */
interface PageOrder {
  /** Begins with `and`; empty for the first page. */
  readonly where: string;
  readonly by: string;
  readonly values: readonly unknown[];
}

/** Sorts by time, or by `amount` if there is one. Placeholders count from `place`. */
export function pageOrder(
  { at, id, amount }: IndexedColumns,
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
  const by = `${amount} ${way}, ${at} ${otherWay}, ${id} ${otherWay}`;
  if (after === null) return { where: '', by, values: [] };
  // An index scan can start only from the first comparison.
  const where = `and ${amount} ${later}= $${place + 2}
    and (${amount} ${later} $${place + 2} or (${at}, ${id}) ${earlier} ($${place}, $${place + 1}))`;
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
