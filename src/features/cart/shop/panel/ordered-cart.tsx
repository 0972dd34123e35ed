import { useEffect, useState } from 'react';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BasketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { justPlaced } from '../../domain/just-placed.ts';

/** The cart became an order in another tab or on another device; only its owner gets a link to it. */
export function OrderedCart({ onLeave }: { onLeave: () => void }) {
  const { text } = useLanguage();
  const { config, newest } = useBundle();
  const session = useSessionStore();
  const [isFresh, setIsFresh] = useState(false);
  // The order is newer than this tab's data. Until the data is reloaded, the link would lead to an earlier order.
  useEffect(() => {
    let isShown = true;
    void session.load().then(() => isShown && setIsFresh(true));
    return () => {
      isShown = false;
    };
  }, [session]);
  const order = isFresh ? justPlaced(newest.orders, config.cartMinutes, new Date()) : undefined;
  return (
    <EmptyState
      seed="cart"
      picture={<BasketIcon size={44} />}
      action={
        order && (
          <ButtonLink to={paths.order(order.code)} onClick={onLeave}>
            {text('View order')}
          </ButtonLink>
        )
      }
    >
      <p>{text('Your order has been placed. Its items have moved from your cart to the order.')}</p>
    </EmptyState>
  );
}
