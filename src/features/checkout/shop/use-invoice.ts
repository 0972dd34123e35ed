import { ApiError } from '#browser/api-error.ts';
import { useCall } from '#browser/use-call.ts';
import type { Cart } from '#features/cart/contract.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';
import type { Invoice } from '#features/pricing/contract.ts';

export interface InvoiceState {
  /** Keeps the old figures while new ones are loading. Null before the first ones, and if loading failed. */
  invoice: Invoice | null;
  loading: boolean;
  /** The country for which `invoice` was computed. */
  country: string;
  failed: boolean;
  retry: () => void;
}

/** Loaded again whenever the items or the country change. */
export function useInvoice(cart: Cart, country: string): InvoiceState {
  const store = useCartStore();
  const lines = [...cart.products, ...cart.merchandise].map((line) => line.id).join(' ');
  const { answer, answered, error, isLoading, again } = useCall(
    'calculate-invoice',
    { cart: cart.code, country },
    {
      dependsOn: lines,
      onFailed: (failure) => {
        // The cart has expired or is unknown. Its store finds out which.
        if (failure instanceof ApiError && (failure.status === 404 || failure.status === 410)) void store.reload();
      },
    },
  );
  return {
    invoice: error === null ? (answer?.invoice ?? null) : null,
    loading: isLoading,
    country: answered?.country ?? '',
    failed: error !== null && !isLoading,
    retry: () => void again(),
  };
}
