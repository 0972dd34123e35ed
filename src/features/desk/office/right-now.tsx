import { lazy, Suspense } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { asksForMoney } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import { Panel } from '#ui/office/panel.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { type OrderNow, obstaclesOf } from '../domain/right-now.ts';
import { MoneyWaits } from './money-waits.tsx';
import { obstacleSentence } from './obstacle-sentence.ts';
import styles from './order-page.module.css';

const OwedDialog = lazy(() => import('./owed-dialog.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** What keeps the order's customer from continuing, and the way out. */
export function RightNow({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const reader = { now: new Date(), booksMoney: may('money.book'), decidesRefunds: may('refunds.decide') };
  const found = obstaclesOf(orderNow(order));
  const [asked, setAsked] = useAddressedDialog(['owed']);
  const isRecording = asked === 'owed' && reader.booksMoney && order.owed > 0;
  return (
    <Panel heading={text('Right now')} className={found.length > 0 ? styles.hindered : undefined}>
      {found.length === 0 ? (
        <p>{text('Nothing is blocking the customer.')}</p>
      ) : (
        <PlainList>
          {found.map((one) =>
            one.kind === 'money_waits' ? (
              <li key={`receipt ${one.receipt}`}>
                <MoneyWaits receipt={order.receipts.find(({ id }) => id === one.receipt)!} />
              </li>
            ) : (
              <li key={one.kind === 'account_needed' ? one.refund : one.kind}>
                {obstacleSentence(language, one, settings, reader)}{' '}
                {one.kind === 'owed' && reader.booksMoney && (
                  <Button kind="secondary" small onClick={() => setAsked('owed')}>
                    {text('Money sent back…')}
                  </Button>
                )}
              </li>
            ),
          )}
        </PlainList>
      )}
      <Suspense>{isRecording && <OwedDialog order={order} onClose={() => setAsked(null)} />}</Suspense>
    </Panel>
  );
}

function orderNow(order: Order): OrderNow {
  const place = order.is_plan ? order.payments.findIndex(({ status }) => asksForMoney(status)) : -1;
  const part = order.payments[place];
  const [only] = order.payments;
  return {
    status: order.status,
    isPlan: order.is_plan,
    isDisputed: order.is_disputed,
    acceptedTerms: order.terms_accepted_at !== null,
    ticketCount: order.items.filter((item) => item.is_ticket && (item.status === null || item.status === 'active'))
      .length,
    openRefund: order.open_refund,
    missing: order.total - order.paid,
    overdue: order.payments
      .filter((payment) => payment.overdue && asksForMoney(payment.status))
      .map((payment) => ({ amount: payment.amount - payment.paid_amount, due_at: payment.due_at })),
    nextPart: part
      ? { place: place + 1, amount: part.amount - part.paid_amount, dueAt: part.due_at, endsAt: order.plan_ends_at }
      : null,
    heldUntil: order.held_until,
    payBy: !order.is_plan && order.payment_method === 'bank_transfer' ? (only?.due_at ?? null) : null,
    declined: order.declined,
    owed: order.owed,
    refundsUnderWay: order.refunds.filter(
      ({ status, total, account_needed: needed }) =>
        (status === 'processing' || status === 'problem') && needed < total,
    ).length,
    accountsNeeded: order.refunds
      .filter((refund) => refund.account_needed > 0)
      .map((refund) => ({ refund: refund.code, amount: refund.account_needed })),
    // Money that was too little needs no decision: it disappears once the rest has arrived.
    waiting: order.receipts
      .filter(
        ({ attention, suspended }) =>
          (attention !== null && attention !== 'short') || (suspended > 0 && !keepsStock(order.status)),
      )
      .map(({ id }) => id),
  };
}
