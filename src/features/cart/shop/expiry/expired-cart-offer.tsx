import type { ReactNode } from 'react';
import { linesOf } from '../cart-line.ts';
import { useCart, useCartStore } from '../cart-store.ts';
import { AddedAgainFailures, ExpiredCart } from './expired-cart.tsx';
import { useAddAgain } from './use-add-again.ts';

export interface ExpiredCartOfferProps {
  frame: (offer: ReactNode) => ReactNode;
  /** Shown while there is a cart, or no expired cart to offer. */
  children: ReactNode;
}

/** Offers to add the items of an expired cart again with one press, then lists those that could not be added. */
export function ExpiredCartOffer({ frame, children }: ExpiredCartOfferProps) {
  const store = useCartStore();
  const { cart, expired } = useCart();
  const addAgain = useAddAgain();
  const endedCart = addAgain.cart ?? (linesOf(cart).length === 0 ? expired : null);
  if (!endedCart) {
    return (
      <>
        <AddedAgainFailures failures={addAgain.failures} />
        {children}
      </>
    );
  }
  return frame(
    <ExpiredCart
      cart={endedCart}
      busy={addAgain.cart !== null}
      onAddAgain={() => void addAgain.start(endedCart)}
      onLeave={() => store.dismissExpired()}
    />,
  );
}
