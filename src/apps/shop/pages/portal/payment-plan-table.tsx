import { Fragment } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { takesPayments } from '#features/orders/domain/order-status.ts';
import { CollapsedTransfer, instalmentStatus } from '#features/orders/shop/public.tsx';
import { partlyPaid } from '#features/orders/words/partly-paid.ts';
import { PayEarly } from '#features/payment-plans/shop/public.tsx';
import { SavedCard } from '#features/payments/shop/public.tsx';
import { formatDate, formatShortDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { payPath } from './next-step.tsx';
import styles from './order-page.module.css';

export function PaymentPlanTable({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const columns: Column<Payment>[] = [
    { key: 'reference', header: text('Reference'), cell: (payment) => <Code>{payment.reference}</Code> },
    {
      key: 'amount',
      header: text('Amount'),
      align: 'end',
      cell: (payment) => <AmountCell payment={payment} />,
    },
    {
      key: 'due',
      header: text('Due##date'),
      phoneLabel: true,
      cell: (payment) => formatShortDate(payment.due_at, config),
    },
    {
      key: 'status',
      header: text('Status'),
      phone: 'end',
      cell: (payment) => {
        const status = instalmentStatus(language, payment, order, config.instalmentStatuses);
        return <StatusChip tone={status.tone}>{status.label}</StatusChip>;
      },
    },
    { key: 'paid', header: text('Paid'), phoneLabel: true, cell: (payment) => <PaidCell payment={payment} /> },
  ];
  return (
    <section aria-labelledby="payment-plan" className={styles.section}>
      <h2 id="payment-plan">{text('Payment plan')}</h2>
      <DataTable
        caption={text('Instalments')}
        captionHidden
        columns={columns}
        rows={order.payments}
        rowKey={(payment) => payment.reference}
        action={{
          header: text('Action'),
          cell: (payment) => {
            const isOpen = !['paid', 'cancelled', 'problem'].includes(payment.payment_status);
            const isManaged = isOpen && takesPayments(order.payment_status);
            const instalment = { reference: payment.reference, date: formatDate(payment.due_at, config) };
            return (
              <ButtonLink
                kind="text"
                small
                to={payPath(order, payment)}
                aria-label={
                  isManaged
                    ? text('Manage instalment {reference}, due {date}', instalment)
                    : text('View instalment {reference}, due {date}', instalment)
                }
              >
                {isManaged ? text('Manage') : text('View')}
              </ButtonLink>
            );
          },
        }}
      />
      <SavedCard order={order} className={styles.planNote} />
      <ProblemInstalments order={order} />
      <PayEarly
        order={order}
        account={(transfer) => (
          <CollapsedTransfer transfer={transfer} summary={text('Show bank details for the transfer')} />
        )}
      />
    </section>
  );
}

/** Explains the status "Problem", and that the customer has nothing to do. */
function ProblemInstalments({ order }: { order: Order }) {
  const { text, textNodes } = useLanguage();
  const { config } = useBundle();
  const problems = order.payments.filter((payment) => payment.payment_status === 'problem');
  if (problems.length === 0 || order.has_refunds || !takesPayments(order.payment_status)) return null;
  const email = config.operator.email;
  return (
    <Notice
      tone="warn"
      small
      headingLevel={3}
      heading={textNodes('Problem with {references}', {
        references: problems.map(({ reference }, index) => (
          <Fragment key={reference}>
            {index > 0 && ', '}
            <Code>{reference}</Code>
          </Fragment>
        )),
      })}
      className={styles.planNote}
    >
      {problems.length === 1
        ? text(
            'The amount we received for this instalment does not match what was due. We are looking into it, and you do not need to pay again in the meantime.',
          )
        : text(
            'The amount we received for these instalments does not match what was due. We are looking into it, and you do not need to pay again in the meantime.',
          )}{' '}
      {textNodes('Questions? Write to {email}.', { email: <a href={`mailto:${email}`}>{email}</a> })}
    </Notice>
  );
}

function AmountCell({ payment }: { payment: Payment }) {
  const { text, translate } = useLanguage();
  const { config } = useBundle();
  const { amount, waived_amount: waived, paid_amount: paid, payment_status: status } = payment;
  const inPart = status === 'cancelled' ? null : partlyPaid({ amount, paid }, config);
  return (
    <>
      <Money amount={amount} />
      {inPart && <small className={styles.ofAmount}>{translate(inPart)}</small>}
      {waived > 0 && amount > 0 && (
        <small className={styles.ofAmount}>{text('{amount} waived', { amount: formatMoney(waived, config) })}</small>
      )}
    </>
  );
}

/** Shows the day it was paid or the amount paid so far; empty before. */
function PaidCell({ payment }: { payment: Payment }) {
  const { config } = useBundle();
  if (payment.paid_at) return formatShortDate(payment.paid_at, config);
  return payment.paid_amount > 0 ? <Money amount={payment.paid_amount} /> : null;
}
