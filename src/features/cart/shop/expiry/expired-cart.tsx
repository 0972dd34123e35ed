import { useEffect, useRef } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { ProductImage, WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import type { Cart } from '../../contract.ts';
import { fullNameOf, isTicket, keyOf, linesOf } from '../cart-line.ts';
import styles from './expired-cart.module.css';
import type { AddAgainFailure } from './use-add-again.ts';

export interface ExpiredCartProps {
  cart: Cart;
  busy: boolean;
  onAddAgain: () => void;
  onLeave: () => void;
}

/** Shown when the cart has expired. One press adds its items again for the same holders. */
export function ExpiredCart({ cart, busy, onAddAgain, onLeave }: ExpiredCartProps) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const lines = linesOf(cart);
  const facts = { minutes: config.cartMinutes };
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focused element may have disappeared with the rows. Do not move focus while somebody types elsewhere.
    const active = document.activeElement;
    if (active === null || active === document.body || active.contains(notice.current)) notice.current?.focus();
  }, []);
  return (
    <div className={styles.expired}>
      <Notice ref={notice} tone="bad">
        {lines.some(isTicket)
          ? text('Your {minutes} minutes are up and the tickets are back on sale.', facts)
          : text('Your {minutes} minutes are up and the items are back on sale.', facts)}
      </Notice>
      <p>{text('We kept your details for these items:')}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets. */}
      <ul role="list" className={styles.lines}>
        {lines.map((line) => (
          <li key={keyOf(line)} className={styles.line}>
            <ProductImage url={line.shop_image} size="thumbnail" seed={line.external_code} className={styles.picture} />
            <div>
              {fullNameOf(line)}
              {isTicket(line) && <WhenAndWhere item={line} className={styles.when} />}
            </div>
          </li>
        ))}
      </ul>
      <Button wide busy={busy} onClick={onAddAgain}>
        {text('Add to cart again')}
      </Button>
      <ButtonLink kind="text" to={paths.tickets()} onClick={onLeave}>
        {text('See all tickets')}
      </ButtonLink>
    </div>
  );
}

export function AddedAgainFailures({ failures }: { failures: readonly AddAgainFailure[] }) {
  const { text } = useLanguage();
  if (failures.length === 0) return null;
  return (
    <Notice tone="warn" small>
      <p>
        {failures.length === 1
          ? text('This item could not be added again:')
          : text('These items could not be added again:')}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of lists without bullets. */}
      <ul role="list" className={styles.failures}>
        {failures.map(({ line, message }) => (
          <li key={keyOf(line)}>
            <b>{fullNameOf(line)}</b>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
