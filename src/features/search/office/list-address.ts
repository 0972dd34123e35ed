import { useSearchParams } from 'react-router';

/** The filters that a person chose, and how to choose another. */
export interface ChosenFilters {
  /** '' if nothing was chosen. */
  typed: (name: string) => string;
  choose: (name: string, value: string) => void;
}

export interface ListAddress extends ChosenFilters {
  /** Back to the view without filters. */
  reset: () => void;
  addressOf: (view: string) => string;
}

/**
 * Keeps view and filters of a list in the page's address, so that a copied link shows the same list. The first view is
 * the one of an address without any.
 */
export function useListAddress(path: string, firstView = 'all'): ListAddress {
  const [params, setParams] = useSearchParams();
  const view = params.get('view');
  return {
    typed: (name) => params.get(name) ?? '',
    choose: (name, value) => {
      const changed = new URLSearchParams(params);
      if (value === '') changed.delete(name);
      else changed.set(name, value);
      // A departure belongs to its item.
      if (name === 'item') changed.delete('departure');
      setParams(changed, { replace: true });
    },
    reset: () => setParams(view === null ? {} : { view }, { replace: true }),
    // A view keeps the other filters, but not a state, which it decides itself.
    addressOf: (other) => {
      const changed = new URLSearchParams(params);
      changed.delete('status');
      if (other === firstView) changed.delete('view');
      else changed.set('view', other);
      const query = changed.toString();
      return `${path}${query && `?${query}`}`;
    },
  };
}
