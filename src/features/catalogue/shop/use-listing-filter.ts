import { useSearchParams } from 'react-router';
import type { ListingFilter } from '../domain/listing.ts';

/** Values of the query parameter `stock`. */
export type StockChoice = 'in' | 'all';

export interface ListingFilterState {
  filter: ListingFilter;
  isDefault: boolean;
  setType: (type: string | null) => void;
  setStock: (stock: StockChoice) => void;
  clear: () => void;
}

/**
 * Reads and writes the filter in the URL, so that a copied link shows the same list. Ignores an unknown type and
 * leaves default choices out of the URL.
 */
export function useListingFilter(types: readonly string[], includesOutOfStockByDefault: boolean): ListingFilterState {
  const [query, setQuery] = useSearchParams();
  const requested = query.get('type');
  const type = requested !== null && types.includes(requested) ? requested : null;
  const stock = query.get('stock');
  const includesOutOfStock = stock === 'all' || (stock !== 'in' && includesOutOfStockByDefault);

  const set = (name: 'type' | 'stock', value: string | null) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return {
    filter: { type, includesOutOfStock },
    isDefault: type === null && includesOutOfStock === includesOutOfStockByDefault,
    setType: (chosen) => set('type', chosen),
    setStock: (chosen) => set('stock', (chosen === 'all') === includesOutOfStockByDefault ? null : chosen),
    clear: () =>
      setQuery(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('type');
          next.delete('stock');
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
