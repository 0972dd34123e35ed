import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Order } from '../contract.ts';
import styles from './order-page.module.css';

/** What can be done with an order as a whole (spec 2, order page). */
export function OrderButtons({ order }: { order: Order }) {
  if (!order.can_refund) return null;
  return (
    <div className={styles.factButtons}>
      <ButtonLink kind="secondary" wide to={paths.requestRefund(order.code)}>
        Request Refund
      </ButtonLink>
    </div>
  );
}
