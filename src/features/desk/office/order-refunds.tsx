import type { OfficeAnswer } from '#browser/office-calls.ts';
import { RefundAccount } from '#features/refunds/office/public.tsx';
import { refundStatusNames } from '#features/refunds/words/staff/status-names.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import styles from './order-page.module.css';
import { statusTone } from './status-tone.ts';

type Order = OfficeAnswer<'order-open'>;

/** The refunds of an order, with actions for those that wait for a bank account. */
export function OrderRefunds({ order }: { order: Order }) {
  const { text, translate } = useLanguage();
  if (order.refunds.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{text('Refunds')}</h3>
      <List
        caption={text('Refunds')}
        rows={order.refunds}
        rowKey={({ code }) => code}
        columns={[
          {
            key: 'refund',
            header: text('Refund'),
            cell: ({ code, status, account_needed: needed, returned }) => (
              <>
                {/* A requested or returned refund waits in the inbox for a decision. */}
                {status === 'active' || returned ? (
                  <Link
                    to={`/inbox/${encodeURIComponent(returned ? `movement:${returned.movement}` : `refund:${code}`)}`}
                  >
                    <Code>{code}</Code>
                  </Link>
                ) : (
                  <Code>{code}</Code>
                )}{' '}
                <CopyButton isIcon text={code} what={text('refund {code}', { code })} />
                {(needed > 0 || returned) && <RefundAccount code={code} isOther={needed === 0} />}
              </>
            ),
          },
          {
            key: 'status',
            header: text('Status'),
            cell: ({ status, total, account_needed: needed, returned }) =>
              needed > 0 ? (
                <StatusChip tone="warn">{text('No account')}</StatusChip>
              ) : returned ? (
                <StatusChip tone="bad">{text('Returned by the bank')}</StatusChip>
              ) : (
                <StatusChip tone={statusTone[status]}>
                  {status === 'processed' && total === 0 ? text('Taken back') : translate(refundStatusNames[status])}
                </StatusChip>
              ),
          },
          { key: 'total', header: text('Amount'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
        ]}
      />
    </section>
  );
}
