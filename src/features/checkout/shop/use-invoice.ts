import { ApiError } from '#browser/api-error.ts';
import { useCall } from '#browser/use-call.ts';
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
  const lines = [...cart.products, ...cart.merchandise].map((line) => line.id).join(' ');
  const { answer, answered, error, isLoading, again } = useCall(
    'calculate-invoice',
    { cart: cart.code, country },
    {
      dependsOn: lines,
      onFailed: (failure) => {
        // The cart is over or unknown: its own store finds out what became of it.
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
