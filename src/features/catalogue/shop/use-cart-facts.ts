import { useCart } from '#browser/cart-store.ts';
import { useBundle } from '#browser/session-store.ts';
import { type CartFacts, emptyCart } from '../domain/listed-item.ts';

/** What the catalogue's rules want to know of the visitor's cart. */
export function useCartFacts(): CartFacts {
  const { cart } = useCart();
  const { products } = useBundle();
  if (!cart) return emptyCart;
  const planCodes = new Set(products.filter((item) => item.has_payment_plan).map((item) => item.external_code));
  return {
    isEmpty: cart.products.length + cart.merchandise.length === 0,
    hasPaymentPlanItem: cart.products.some((line) => planCodes.has(line.external_code)),
  };
}
