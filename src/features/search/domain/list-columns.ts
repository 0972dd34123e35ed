import type { SavedList } from './saved-view.ts';

/**
 * The columns of each list that can be hidden, in their order, each with the columns of the export that belong to it.
 * The first column of a list opens the row and cannot be hidden.
 */
export const listColumns: Readonly<Record<SavedList, Readonly<Record<string, readonly string[]>>>> = {
  '/orders': {
    buyer: ['name', 'email'],
    placed: ['placed'],
    items: ['items'],
    state: ['status', 'due', 'overdue', 'terms_open', 'refunded'],
    paid: ['paid'],
    total: ['total'],
  },
  '/tickets': {
    email: ['email'],
    item: ['item', 'departs'],
    state: ['status', 'fully_paid'],
    order: ['order'],
    issued: ['issued'],
  },
  '/people': {
    email: ['email'],
    known: ['known_since'],
    last: ['last_order'],
    orders: ['orders'],
    paid: ['paid', 'currency'],
  },
  '/money/receipts': {
    received: ['received'],
    way: ['way'],
    number: ['number', 'text'],
    state: [],
    left: ['left'],
    returned: ['returned'],
    amount: ['amount'],
  },
  '/money/refunds': {
    requested: ['requested'],
    way: ['way', 'file'],
    state: ['state', 'paid'],
    kept: ['fees_kept', 'not_refunded'],
    total: ['total'],
  },
  '/money/plans': {
    buyer: ['name', 'email'],
    due: ['due'],
    method: ['method', 'attempts'],
    state: ['status'],
    paid: ['paid', 'paid_on'],
    amount: ['amount'],
  },
  '/money/invoices': {
    kind: ['kind', 'corrects'],
    issued: ['issued'],
    order: ['order', 'name'],
    tax: ['net', 'tax'],
    gross: ['gross'],
  },
  '/mails': {
    kind: ['kind'],
    order: ['order'],
    state: ['state', 'attempts', 'error'],
    at: ['created', 'sent'],
  },
};

/** The hidden columns of an address such as `?hide=items.paid`. Columns that the list no longer has are left out. */
export const hiddenIn = (list: SavedList, parameter: string): string[] => {
  const names = parameter.split('.');
  return Object.keys(listColumns[list]).filter((key) => names.includes(key));
};

/** The `hide` parameter of the address after a column was hidden or shown again. */
export const hideParameter = (list: SavedList, hidden: readonly string[], key: string): string =>
  Object.keys(listColumns[list])
    .filter((one) => hidden.includes(one) !== (one === key))
    .join('.');

/** The columns that an export leaves out. */
export const leftOutOfExport = (list: SavedList, hidden: readonly string[]): string[] =>
  hidden.flatMap((key) => listColumns[list][key] ?? []);
