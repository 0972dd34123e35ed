import { formatDate, formatShortDate } from '#browser/format.ts';
import { useBundle } from '#browser/session-store.ts';
import { PayEarly } from '#features/payment-plans/shop/public.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { instalmentStatus } from '#ui/status-tones.ts';
import type { Order, Payment } from '../contract.ts';
import { takesPayments } from '../domain/order-status.ts';
import { payPath } from './next-step.tsx';
import styles from './order-page.module.css';

/** Every instalment with its state, and the way to its page. */
export function PaymentPlanTable({ order }: { order: Order }) {
  const { config } = useBundle();
  const columns: Column<Payment>[] = [
    { key: 'reference', header: 'Reference', cell: (payment) => payment.reference },
    { key: 'amount', header: 'Amount', align: 'end', cell: (payment) => <Money amount={payment.amount} /> },
    { key: 'due', header: 'Due', phoneLabel: true, cell: (payment) => formatShortDate(payment.due_at, config) },
    {
      key: 'status',
      header: 'Status',
      phone: 'end',
      cell: (payment) => {
        const status = instalmentStatus(payment, order, config.instalmentStatuses);
        return <StatusChip tone={status.tone}>{status.label}</StatusChip>;
      },
    },
    { key: 'paid', header: 'Paid', phoneLabel: true, cell: (payment) => <PaidCell payment={payment} /> },
  ];
  return (
    <section aria-labelledby="payment-plan" className={styles.section}>
      <h2 id="payment-plan">Payment plan</h2>
      <DataTable
        caption="Instalments"
        captionHidden
        columns={columns}
        rows={order.payments}
        rowKey={(payment) => payment.reference}
        action={{
          header: 'Action',
          cell: (payment) => {
            const isOpen = payment.payment_status !== 'paid' && payment.payment_status !== 'cancelled';
            const word = isOpen && takesPayments(order.payment_status) ? 'Manage' : 'View';
            return (
              <ButtonLink
                kind="text"
                small
                to={payPath(order, payment)}
                aria-label={`${word} instalment ${payment.reference}, due ${formatDate(payment.due_at, config)}`}
              >
                {word}
              </ButtonLink>
            );
          },
        }}
      />
      <ProblemInstalments order={order} />
      <PayEarly order={order} />
    </section>
  );
}

/** What stands behind 'Problem', and that nothing is to be done. */
function ProblemInstalments({ order }: { order: Order }) {
  const { config } = useBundle();
  const problems = order.payments.filter((payment) => payment.payment_status === 'problem');
  if (problems.length === 0 || order.has_refunds || !takesPayments(order.payment_status)) return null;
  const email = config.operator.email;
  return (
    <Notice
      tone="warn"
      small
      headingLevel={3}
      heading={`Problem with ${problems.map(({ reference }) => reference).join(', ')}`}
      className={styles.planNote}
    >
      The money that came for {problems.length === 1 ? 'this instalment' : 'these instalments'} is not what was asked
      for. We are looking into it, and you need not pay again meanwhile. If you have a question, write to{' '}
      <a href={`mailto:${email}`}>{email}</a>.
    </Notice>
  );
}

/** When it was paid, or how much of it so far; nothing before. */
function PaidCell({ payment }: { payment: Payment }) {
  const { config } = useBundle();
  if (payment.paid_at) return formatShortDate(payment.paid_at, config);
  return payment.paid_amount > 0 ? <Money amount={payment.paid_amount} /> : null;
}
