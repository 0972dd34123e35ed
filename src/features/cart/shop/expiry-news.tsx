import { useEffect } from 'react';
import { useCart } from '#browser/cart-store.ts';
import { text } from '#kernel/text.ts';
import { toast } from '#ui/toast.tsx';

/** Says once that the cart ran out; the cart's button and its panel go on saying it. */
export function ExpiryNews() {
  const { expired } = useCart();
  const code = expired?.code;
  useEffect(() => {
    if (code) toast(text('Your cart has expired.'), 'warn');
  }, [code]);
  return null;
}
