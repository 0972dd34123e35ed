import type { Order } from '#features/orders/contract.ts';
import { itemCount } from '#features/orders/domain/order-contents.ts';
import { orderTitle } from '#features/orders/words/order-title.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './order-page.module.css';

/** What was bought, with the order's code below it and a button that copies the code. */
export function OrderHeading({ order }: { order: Order }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const isNamed = itemCount(order) > 0;
  return (
    <div className={styles.heading}>
      <h1 tabIndex={-1}>
        {isNamed && <span className={styles.what}>{orderTitle(language, order)} </span>}
        <span className={styles.code}>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</span>
      </h1>
      <CopyButton text={order.code} what={text('order code')} />
    </div>
  );
}
