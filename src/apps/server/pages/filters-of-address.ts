/**
 * Returns the part of a query that the page's HTML depends on, in a fixed order, so that neither the order nor foreign
 * parameters (campaigns, click ids) make a different page. Listings have two filters, other public pages none.
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
