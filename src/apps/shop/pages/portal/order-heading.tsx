import type { ReactNode } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { itemCount } from '#features/orders/domain/order-contents.ts';
import { orderTitle } from '#features/orders/words/order-title.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './order-page.module.css';

interface OrderHeadingProps {
  order: Order;
  /** A line such as "Received on 3 May via the online shop". */
  origin: string;
  children?: ReactNode;
}

/** Names what was bought, then the order's code with a button that copies it. */
export function OrderHeading({ order, origin, children }: OrderHeadingProps) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const isNamed = itemCount(order) > 0;
  return (
    <>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h1 tabIndex={-1}>
            {isNamed && <span className={styles.what}>{orderTitle(language, order)} </span>}
            <span className={styles.code}>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</span>
          </h1>
          <CopyButton text={order.code} what={text('order code')} />
        </div>
        {children}
      </div>
      <p className={styles.received}>{origin}</p>
    </>
  );
}
