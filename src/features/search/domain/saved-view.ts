/** Lists whose filters can be saved, by their pages below `/office`. */
export const savedLists = [
  '/orders',
  '/tickets',
  '/people',
  '/money/receipts',
  '/money/refunds',
  '/money/plans',
  '/money/invoices',
  '/mails',
] as const;
export type SavedList = (typeof savedLists)[number];

/**
 * The parameters of an address that a view keeps, in their order: filters, sort and hidden columns. The searched text
 * is not among them: it may name a person, and views are kept until somebody deletes them.
 */
const SAVED_PARAMETERS = [
  'view',
  'status',
  'method',
  'item',
  'departure',
  'way',
  'order',
  'kind',
  'age',
  'days',
  'from',
  'until',
  'sort',
  'hide',
];

const MAX_CHARACTERS = 100;

/**
 * Returns the filters of an address, always in the same order, so that equal filters are equal texts.
 */
export function savedQuery(address: string): string {
  const parameters = new Map(address.replace(/^\?/, '').split('&').map(partOf));
  return SAVED_PARAMETERS.flatMap((name) => {
    const value = parameters.get(name) ?? '';
    return value === '' || value.length > MAX_CHARACTERS ? [] : [`${name}=${encodeURIComponent(value)}`];
  }).join('&');
}

/** A name and its value; no value if it cannot be read. */
function partOf(part: string): [string, string] {
  const [name = '', value = ''] = part.split('=');
  try {
    return [name, decodeURIComponent(value.replaceAll('+', ' '))];
  } catch {
    return [name, ''];
  }
}

/** Returns the neighbour with which a view changes places if it is moved; null if it is the first or the last. */
export function neighbourOf<View extends { readonly id: number }>(
  views: readonly View[],
  id: number,
  by: -1 | 1,
): View | null {
  const index = views.findIndex((view) => view.id === id);
  return index < 0 ? null : (views[index + by] ?? null);
}
