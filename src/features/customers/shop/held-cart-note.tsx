import { clockDigits, spokenTimeLeft } from '#browser/cart-clock.ts';
import { useCart, useSecondsLeft } from '#browser/cart-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Notice } from '#ui/notice.tsx';

/** What somebody reads who comes from the cart; nothing for everybody else. */
export function HeldCartNote({ from }: { from: string }) {
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  const count = cart ? cart.products.length + cart.merchandise.length : 0;
  if (from !== paths.checkout()) return null;
  return (
    <Notice small tone="info">
      Log in or register to check out.
      {seconds !== null && count > 0 && (
        <>
          {' '}
          Your cart is held for{' '}
          <b className="tabular" aria-hidden="true">
            {clockDigits(seconds)}
          </b>
          <span className="visually-hidden">{spokenTimeLeft(seconds).replace(' left', '')}</span>.
        </>
      )}
    </Notice>
  );
}
