import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { OrderHeading } from './order-heading.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './order-page.module.css';

/** Shows somebody else's order in which the customer holds tickets: only these tickets and their actions. */
export function ReassignedOrder({ order }: { order: Order }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  usePageTitle(text('Order {code}', { code: order.code }), config.name);
  const isAnyReady = order.tickets.some((ticket) => ticket.allow_download);
  return (
    <div className="page">
      <p className={styles.back}>
        <Link to={paths.portal()}>{text('Back to the portal')}</Link>
      </p>
      <OrderHeading order={order} origin={text('Transferred to you')} />
      <Notice tone="info" className={styles.next}>
        {order.tickets.length === 1
          ? text('This ticket was transferred to you. You can manage and download it here.')
          : text('These tickets were transferred to you. You can manage and download them here.')}{' '}
        {isAnyReady
          ? text('The order, its payment and its invoice stay with the buyer.')
          : text(
              'The order, its payment and its invoice stay with the buyer. Your tickets will be ready once the order is complete.',
            )}
      </Notice>
      <OrderItems order={order} />
    </div>
  );
}
