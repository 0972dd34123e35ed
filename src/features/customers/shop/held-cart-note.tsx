import { clockDigits, spokenLength, useCart, useSecondsLeft } from '#features/cart/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';

interface HeldCartNoteProps {
  from: string;
  /** Whether the mail with the login link has been sent. */
  isMailSent?: boolean;
}

/** Shown only to visitors who came from the cart. */
export function HeldCartNote({ from, isMailSent = false }: HeldCartNoteProps) {
  const { text, textNodes, translate } = useLanguage();
  const { cart } = useCart();
  const seconds = useSecondsLeft();
  const count = cart ? cart.products.length + cart.merchandise.length : 0;
  if (from !== paths.checkout()) return null;
  return (
    <Notice small tone="info">
      {isMailSent
        ? text('The login link in the email brings you back to your cart.')
        : text('Log in or register to check out.')}
      {seconds !== null && count > 0 && (
        <>
          {' '}
          {textNodes('Your cart is held for {time}.', {
            time: (
              <>
                <b className="tabular" aria-hidden="true">
                  {clockDigits(seconds)}
                </b>
                <span className="visually-hidden">{translate(spokenLength(seconds))}</span>
              </>
            ),
          })}
        </>
      )}
    </Notice>
  );
}
