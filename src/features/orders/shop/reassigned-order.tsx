import { Link } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { Notice } from '#ui/notice.tsx';
import type { Order } from '../contract.ts';
import { OrderItems } from './order-items.tsx';
import styles from './order-page.module.css';

/** Somebody else's order, for who holds tickets of it: these tickets and what may be done with them. */
export function ReassignedOrder({ order }: { order: Order }) {
  const { config } = useBundle();
  usePageTitle(`Order ${order.code}`, config.name);
  const isAnyReady = order.tickets.some((ticket) => ticket.allow_download);
  return (
    <div className="page">
      <p className={styles.back}>
        <Link to={paths.portal()}>Back to the portal</Link>
      </p>
      <div className={styles.head}>
        <h1 tabIndex={-1}>Order {order.code}</h1>
      </div>
      <p className={styles.received}>Reassigned to you</p>
      <Notice tone="info" className={styles.next}>
        {order.tickets.length === 1 ? 'This ticket was' : 'These tickets were'} handed to you: you manage and download{' '}
        {order.tickets.length === 1 ? 'it' : 'them'} here. The order itself, its payment and its invoice stay with who
        bought it{isAnyReady ? '.' : ', and the documents are ready when nothing is open in it.'}
      </Notice>
      <div className={styles.main}>
        <OrderItems order={order} />
      </div>
    </div>
  );
}
