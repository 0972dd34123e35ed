/**
 * Returns the part of a query that the page's HTML depends on. Other parameters (campaigns, click ids) are dropped, and
 * the order is fixed, so that the same page has one address. Listings have two filters, other public pages none.
 */
export function filtersOfAddress(search: string, types: readonly string[]): string {
  if (!search) return '';
  const visit = new URLSearchParams(search);
  const kept = new URLSearchParams();
  const type = visit.get('type');
  if (type && types.includes(type)) kept.set('type', type);
  const stock = visit.get('stock');
  if (stock === 'in' || stock === 'all') kept.set('stock', stock);
  const text = kept.toString();
  return text && `?${text}`;
}
