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

/** The row from which a link was followed, and the address of its list. */
let leftRow: { readonly address: string; readonly row: number } | null = null;

export const rememberRow = (address: string, row: number): void => {
  leftRow = { address, row };
};

/** Returns the index of the row from which a link of this list was followed, and forgets it. Null if there is none. */
export function takeRow(address: string): number | null {
  const row = leftRow?.address === address ? leftRow.row : null;
  leftRow = null;
  return row;
}

/** Returns the address of the row that was opened last, and forgets it. */
export function takeOpenedRow(): string | null {
  const row = opened;
  opened = null;
  return row;
}
