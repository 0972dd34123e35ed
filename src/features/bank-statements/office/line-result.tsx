import { bankReasonInWords } from '#features/payments/words/staff/bank-reasons.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Tone } from '#ui/tone.ts';
import { RecordedMoney } from './recorded-money.tsx';
import type { Line } from './statement-page.tsx';
import styles from './statements.module.css';

type Outcome = NonNullable<NonNullable<Line['result']>['outcome']>;

const outcomes: Readonly<Record<Outcome, { tone: Tone; name: string }>> = {
  booked: { tone: 'ok', name: markedText('Booked') },
  without_order: { tone: 'warn', name: markedText('Without an order') },
  ignored: { tone: 'neutral', name: markedText('Ignored') },
  refunds_paid: { tone: 'ok', name: markedText('Refund paid') },
  refund_returned: { tone: 'bad', name: markedText('Refund returned') },
  payout_arrived: { tone: 'ok', name: markedText('Payout arrived') },
  charged_back: { tone: 'bad', name: markedText('Charged back') },
};

/** The outcome of a line, who booked it, and links to its orders and inbox items. */
export function LineResult({ line: { result, recorded, elsewhere, why } }: { line: Line }) {
  const language = useLanguage();
  const { text, translate } = language;
  if (!result) return why;
  const { outcome, at, by, reason, orders, refunds, payout, waiting } = result;
  return (
    <>
      {outcome && <StatusChip tone={outcomes[outcome].tone}>{translate(outcomes[outcome].name)}</StatusChip>}{' '}
      {recorded.length === 0 &&
        orders.map((code) => (
          <Link key={code} to={`/orders/${code}`}>
            {code}{' '}
          </Link>
        ))}
      {recorded.length === 0 &&
        refunds.map((code) => (
          <span key={code} className={styles.code}>
            {code}{' '}
          </span>
        ))}
      {payout}
      <RecordedMoney recorded={recorded} />
      {outcome === null && why !== '' && <small className={styles.words}>{why}</small>}
      {reason !== '' && <small className={styles.words}>{bankReasonInWords(reason, language)}</small>}
      {waiting.map((receipt) => (
        <small key={receipt} className={styles.words}>
          <Link to={`/inbox/${encodeURIComponent(`receipt:${receipt}`)}`}>{text('Waiting in the inbox')}</Link>
        </small>
      ))}
      {at !== null && by !== null && (
        <small className={styles.words}>
          {by}, <Moment at={at} />
        </small>
      )}
      {outcome === null && elsewhere !== null && (
        <small className={styles.words}>
          <Link to={`/money/statements/${elsewhere}`}>{text('In another file')}</Link>
        </small>
      )}
    </>
  );
}
