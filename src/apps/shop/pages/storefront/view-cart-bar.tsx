import { useCart, ViewCartButton } from '#features/cart/shop/public.tsx';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { useLanguage } from '#ui/language.ts';

/** On phones, leads from a list of items to the cart once it has items. */
export function ViewCartBar() {
  const { text } = useLanguage();
  const { cart } = useCart();
  if (!cart || cart.products.length + cart.merchandise.length === 0) return null;
  return (
    <BottomBar label={text('Your cart')}>
      <ViewCartButton />
    </BottomBar>
  );
}
