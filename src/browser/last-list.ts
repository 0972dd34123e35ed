/** A list as somebody left it, so that the page of one of its rows leads back and on to the next. */
export interface LastList {
  /** Of the list with its filters, below `/office`. */
  address: string;
  /** What its address does not say, for the state of the history. */
  state: unknown;
  name: string;
  /** Addresses of its rows as far as they were loaded, in their order. */
  rows: readonly string[];
}

/** In this tab only; a reload forgets it. */
let last: LastList | null = null;

export const rememberList = (list: LastList): void => {
  last = list;
};

/** The list that was left for the page at an address; null if that is none of its rows. */
export const listAround = (address: string): LastList | null => (last?.rows.includes(address) ? last : null);
