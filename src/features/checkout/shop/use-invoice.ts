import { useEffect, useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import type { Cart } from '#features/cart/contract.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';
import type { Invoice } from '#features/pricing/contract.ts';

export interface InvoiceState {
  /** The newest figures; the old ones stay while new ones are on the way. Null before the first, and when they did not come. */
  invoice: Invoice | null;
  loading: boolean;
  /** For which country `invoice` was calculated. */
  country: string;
  failed: boolean;
  retry: () => void;
}

/** What the cart costs with tax and shipping for a country, asked again whenever the cart's items or the country change. */
export function useInvoice(cart: Cart, country: string): InvoiceState {
  const store = useCartStore();
  const [state, setState] = useState<{ invoice: Invoice | null; key: string; country: string; failed: boolean }>({
    invoice: null,
    key: '',
    country: '',
    failed: false,
  });
  const [turn, setTurn] = useState(0);
  const lines = [...cart.products, ...cart.merchandise].map((line) => line.id).join(' ');
  const key = `${cart.code} ${country} ${lines} ${turn}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for everything that changes the figures.
  useEffect(() => {
    const abort = new AbortController();
    call('calculate-invoice', { cart: cart.code, country }, { signal: abort.signal })
      .then(({ invoice }) => {
        if (!abort.signal.aborted) setState({ invoice, key, country, failed: false });
      })
      .catch((error) => {
        if (abort.signal.aborted) return;
        setState({ invoice: null, key, country, failed: true });
        // The cart is over or unknown: its own store finds out what became of it.
        if (error instanceof ApiError && (error.status === 404 || error.status === 410)) void store.reload();
      });
    return () => abort.abort();
  }, [key]);

  return {
    invoice: state.invoice,
    loading: state.key !== key,
    country: state.country,
    failed: state.failed && state.key === key,
    retry: () => setTurn((before) => before + 1),
  };
}
