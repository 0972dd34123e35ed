/** A list as somebody left it, so that the page of one of its rows can lead back and to the next row. */
export interface LastList {
  /** The address of the list with its filters, below `/office`. */
  address: string;
  /** The list's history state, with what its address does not contain. */
  state: unknown;
  name: string;
  /** The addresses of the loaded rows, in the list's order. */
  rows: readonly string[];
}

/** Kept in this tab only; a reload forgets it. */
let last: LastList | null = null;

export const rememberList = (list: LastList): void => {
  last = list;
};

/** The row that was opened last, until its list takes it. */
let opened: string | null = null;

/**
 * Returns the list that was left for the page at an address, and remembers that row as the one opened last. Null if no
 * row of the list has this address.
 */
export function listAround(address: string): LastList | null {
  if (!last?.rows.includes(address)) return null;
  opened = address;
  return last;
}

/** The row of a list from which a link was followed, by the list's address. */
let left: { readonly address: string; readonly row: number } | null = null;

export const rememberRow = (address: string, row: number): void => {
  left = { address, row };
};

/** Returns the place of the row from which this list was left, once. */
export function takeRow(address: string): number | null {
  const row = left?.address === address ? left.row : null;
  left = null;
  return row;
}

/** Returns the address of the row that was opened last, once. */
export function takeOpenedRow(): string | null {
  const row = opened;
  opened = null;
  return row;
}
