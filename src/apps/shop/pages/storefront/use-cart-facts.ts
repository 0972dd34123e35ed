import { planInCart } from '#features/cart/domain/cart-plan.ts';
import { useCart } from '#features/cart/shop/public.tsx';
import { type CartFacts, emptyCart } from '#features/catalogue/domain/listed-item.ts';

/** Returns the facts about the cart that the catalogue's rules need. */
export function useCartFacts(): CartFacts {
  const { cart } = useCart();
  if (!cart) return emptyCart;
  return {
    isEmpty: cart.products.length + cart.merchandise.length === 0,
    hasPaymentPlanItem: planInCart(cart) !== null,
  };
}
