import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { partlyPaid } from '#features/orders/words/partly-paid.ts';
import { paymentStatusNames } from '#features/orders/words/staff/status-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney, type MoneySettings } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { CapacityBar } from '#ui/office/capacity-bar.tsx';
import { useAddressedDialog, useDialogAtLoad } from '#ui/office/dialog-address.ts';
import { List } from '#ui/office/list.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { awaitsMoney } from '../domain/awaits-money.ts';
import { whyNotMoveDueDate } from '../domain/move-due-date.ts';
import { InstalmentMenu } from './instalment-menu.tsx';
import { OrderDocuments } from './order-documents.tsx';
import styles from './order-page.module.css';
import { OrderReceipts } from './order-receipts.tsx';
import { OrderRefunds } from './order-refunds.tsx';
import { PlanButtons } from './plan-buttons.tsx';
import { RecordPayment } from './public.tsx';
import { statusTone } from './status-tone.ts';

const MoveDueDate = lazy(() => import('./move-due-date.tsx'));
const ResetAttempts = lazy(() => import('./reset-attempts.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** States whether the plan's later instalments are charged automatically. */
function cardSentence({ text }: Language, { label, expires, state }: NonNullable<Order['card']>): string {
  const [year, month] = expires?.split('-') ?? [];
  const card = month ? `${label} (${month}/${year})` : label;
  switch (state) {
    case 'charged':
      return text('The remaining instalments will be charged to {card}.', { card });
    case 'taken_back':
      return text('{card} is no longer charged, because a payment was charged back.', { card });
    case 'lost':
      return text(
        'The bank or the payment provider removed the saved card. The customer can pay using the link in the email.',
      );
  }
}

/** The kind of a dialog and what it is about, from its name in the address. */
function splitAt(dialog: string | null): readonly [string | null, string] {
  const dot = dialog?.indexOf('.') ?? -1;
  return dialog === null || dot < 0 ? [null, ''] : [dialog.slice(0, dot), dialog.slice(dot + 1)];
}

/** The price of an order, its payments and refunds, and the actions for them. */
export function OrderMoney({ order }: { order: Order }) {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const { paid, total } = order;
  const isPlanOpen = order.is_plan && order.status === 'partial';
  const mayBook = may('money.book');
  const [moving, setMoving] = useAddressedDialog(['due']);
  const mayRecord = mayBook && awaitsMoney(order);
  const retriable = order.payments.filter(
    ({ attempts, status }) => attempts > 0 && isPayable(status) && may('plans.move'),
  );
  /** The payment whose due date can be moved: the first one, while the order waits for its transfer. */
  const movable = whyNotMoveDueDate({
    ...waitingOrder(order),
    hasRefunds: order.refunds.some(({ status }) => status !== 'cancelled'),
  })
    ? undefined
    : order.payments.find(({ status }) => isPayable(status));
  const recordable = mayRecord ? [order.code, ...order.payments.map(({ reference }) => reference)] : [];
  const [dialog, key] = splitAt(
    useDialogAtLoad([
      ...recordable.map((reference) => `record.${reference}`),
      ...retriable.map(({ reference }) => `again.${reference}`),
    ]),
  );
  const [resetting, setResetting] = useState(
    (dialog === 'again' && retriable.find(({ reference }) => reference === key)) || null,
  );
  const [recording, setRecording] = useState(dialog === 'record' ? key : null);
  const lastOpen = order.payments.findLast(({ status }) => isPayable(status));
  return (
    <Panel
      heading={text('Money')}
      flush
      actions={
        <p>
          {textNodes('{paid} of {total} paid', {
            paid: <b>{formatMoney(paid, settings)}</b>,
            total: formatMoney(total, settings),
          })}
        </p>
      }
    >
      {paid > 0 && paid < total && (
        <p className={styles.fill}>
          <CapacityBar sold={paid} held={0} capacity={total} />
        </p>
      )}
      <List
        caption={text('Payments')}
        rows={order.payments}
        rowKey={({ reference }) => reference}
        columns={[
          {
            key: 'payment',
            header: text('Payment'),
            cell: (payment) => {
              const { reference, due_at: due, paid_at: paid } = payment;
              return (
                <>
                  <Code>{reference}</Code>{' '}
                  <CopyButton isIcon text={reference} what={text('payment reference {reference}', { reference })} />
                  <small>
                    {paid === null
                      ? text('due {date}', { date: formatDate(due, settings) })
                      : text('paid {date}', { date: formatDate(paid, settings) })}
                  </small>
                  {retriable.includes(payment) && (
                    <Button kind="text" small onClick={() => setResetting(payment)}>
                      {text('Let the customer try again…')}
                    </Button>
                  )}
                </>
              );
            },
          },
          {
            key: 'status',
            header: text('Status'),
            cell: ({ reference, status, overdue, ...instalment }) => (
              <div className={styles.statusOfInstalment}>
                <StatusChip tone={overdue ? 'bad' : statusTone[status]}>
                  {overdue
                    ? text('Overdue')
                    : instalment.amount === 0
                      ? text('Waived')
                      : translate(paymentStatusNames[status])}
                </StatusChip>
                {movable?.reference === reference && may('plans.move') && (
                  <Button kind="text" small onClick={() => setMoving('due')}>
                    {text('Move the due date…')}
                  </Button>
                )}
                {isPlanOpen && movable?.reference !== reference && (
                  <InstalmentMenu
                    instalment={{ reference, status, ...instalment }}
                    hasLater={reference !== lastOpen?.reference}
                    {...(mayBook && { onRecord: () => setRecording(reference) })}
                  />
                )}
              </div>
            ),
          },
          {
            key: 'amount',
            header: text('Amount'),
            align: 'end',
            inBlock: 'under',
            cell: (payment) => <PaymentSum payment={payment} receipts={order.receipts} />,
          },
        ]}
      />
      <div className={styles.buttons}>
        {mayRecord && (
          <Button small onClick={() => setRecording(order.code)}>
            {text('Record a payment')}
          </Button>
        )}
        <PlanButtons order={order} />
      </div>
      {order.card && <p className={styles.card}>{cardSentence(language, order.card)}</p>}
      <OrderReceipts order={order} />
      <OrderRefunds order={order} />
      {may('invoices.see') && <OrderDocuments documents={order.documents} />}
      <Suspense>
        {moving !== null && movable && may('plans.move') && (
          <MoveDueDate code={order.code} dueAt={movable.due_at} onClose={() => setMoving(null)} />
        )}
        {recording !== null && <RecordPayment reference={recording} onClose={() => setRecording(null)} />}
        {resetting && (
          <ResetAttempts
            reference={resetting.reference}
            attempts={resetting.attempts}
            onClose={() => setResetting(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

const waitingOrder = ({ status, payment_method: method, held_until: heldUntil }: Order) => ({
  status,
  method: method as PaymentMethod,
  isHeld: heldUntil !== null,
});

type Payment = Order['payments'][number];

/** A payment's amount, and what differs from it: what is open, what was waived, and money that does not match. */
function PaymentSum({ payment, receipts }: { payment: Payment; receipts: Order['receipts'] }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { amount, waived_amount: waived, paid_amount: paid, status, reference } = payment;
  const paidText = status === 'cancelled' ? null : partlyPaid({ amount, paid }, settings);
  const wrong = receipts.filter(({ attention, meant }) => attention === 'amount' && meant?.reference === reference);
  return (
    <>
      <Money amount={amount} />
      {paidText && <small>{translate(paidText)}</small>}
      {wrong.map(({ id, amount: received, meant }) => (
        <small key={id}>{differenceText(text, { asked: meant!.asked, received }, settings)}</small>
      ))}
      {waived > 0 && <small>{text('{amount} waived', { amount: formatMoney(waived, settings) })}</small>}
    </>
  );
}

function differenceText(
  text: Language['text'],
  { asked, received }: { asked: number; received: number },
  settings: MoneySettings,
): string {
  const values = {
    asked: formatMoney(asked, settings),
    received: formatMoney(received, settings),
    difference: formatMoney(Math.abs(asked - received), settings),
  };
  return received < asked
    ? text('{asked} expected, {received} received, {difference} missing', values)
    : text('{asked} expected, {received} received, {difference} too much', values);
}
