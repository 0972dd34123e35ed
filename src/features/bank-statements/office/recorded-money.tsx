import { receiptAddress } from '#features/payments/domain/receipt-address.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Moment } from '#ui/office/moment.tsx';
import type { Line } from './statement-page.tsx';
import styles from './statements.module.css';

/** Links to the recorded money that a line shows or may show, with who recorded it and when. */
export function RecordedMoney({ recorded }: Pick<Line, 'recorded'>) {
  const { text } = useLanguage();
  return recorded.map(({ receipt, refund, order, transaction, is_waiting: isWaiting, by, at }) => (
    <small key={receipt ?? refund} className={styles.words}>
      {receipt !== null && (
        <Link to={receiptAddress({ id: receipt, transaction: transaction ?? '', isInInbox: isWaiting })}>
          {text('Receipt {id}', { id: receipt })}
        </Link>
      )}
      {refund !== null && text('Refund {code}', { code: refund })}
      {order !== null && (
        <>
          {', '}
          <Link to={`/orders/${order}`}>{order}</Link>
        </>
      )}
      {by !== null && at !== null && (
        <>
          {' · '}
          {by}, <Moment at={at} />
        </>
      )}
    </small>
  ));
}
