import { useBundle } from '#browser/session-store.ts';
import { useRefundsOf } from '#browser/use-opened-order.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { isUnfinished } from '#features/refunds/domain/refund-status.ts';
import { refundStatus } from '#features/refunds/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import styles from './order-page.module.css';

interface RefundableItem {
  code: string;
  is_refundable: boolean;
  allow_refund_requests_until: string | null;
}

/** The state of an item's refund, with a link to it, or the last day on which one can be requested. */
export function ItemRefund({ item, order }: { item: RefundableItem; order: Order }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  const refunds = useRefundsOf(order.code);
  const refund = refunds.find((one) => one.status !== 'cancelled' && itemIn(one, item.code));
  if (refund) {
    const part = itemIn(refund, item.code);
    return (
      <p>
        {/* A plan is refunded as one sum, so the refund's total is shown. */}
        {order.has_payment_plan
          ? text('Refund:')
          : textNodes('Refund of {amount}:', { amount: <Money amount={part?.refund_total ?? 0} /> })}{' '}
        <Link to={paths.refund(refund.id)}>
          {refundStatus(language, refund.status, config.refundStatuses).label}
          <span className="visually-hidden"> {text('(refund {id})', { id: refund.id })}</span>
        </Link>
      </p>
    );
  }
  // If the order cannot be refunded, the date would promise a refund that is not possible.
  if (!order.can_refund || !item.is_refundable || item.allow_refund_requests_until === null) return null;
  return (
    <p>
      {textNodes('Refunds until {date}', {
        date: <span className={styles.whole}>{formatDate(item.allow_refund_requests_until, config)}</span>,
      })}
    </p>
  );
}

const itemIn = (refund: Refund, code: string) =>
  [...refund.tickets, ...refund.merchandisePurchases].find((item) => item.code === code);

/** Lists the order's unfinished refunds. A refund of a plan stops its payments. */
export function UnfinishedRefunds({ order }: { order: Order }) {
  const language = useLanguage();
  const { insideSentence, text } = language;
  const { config } = useBundle();
  const unfinished = useRefundsOf(order.code).filter(({ status }) => isUnfinished(status));
  if (unfinished.length === 0) return null;
  return (
    <Notice
      tone="info"
      heading={
        unfinished.length === 1
          ? text('You have a refund request on this order')
          : text('You have refund requests on this order')
      }
      className={styles.next}
    >
      {unfinished.map((refund) => (
        <p key={refund.id}>
          <Link to={paths.refund(refund.id)}>{refund.id}</Link>: <Money amount={refund.total} />,{' '}
          {insideSentence(refundStatus(language, refund.status, config.refundStatuses).label)}
        </p>
      ))}
      {order.has_payment_plan && <p>{text('No instalments are due in the meantime.')}</p>}
    </Notice>
  );
}
