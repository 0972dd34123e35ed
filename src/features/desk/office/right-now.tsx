import { lazy, Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import { Panel } from '#ui/office/panel.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { type Obstacle, type OrderNow, obstaclesOf } from '../domain/right-now.ts';
import { MoneyWaits } from './money-waits.tsx';
import { obstacleSentence } from './obstacle-sentence.ts';
import styles from './order-page.module.css';

const OwedDialog = lazy(() => import('./owed-dialog.tsx'));
const ResetAttempts = lazy(() => import('./reset-attempts.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** What keeps the order's customer from continuing, and what staff can do about it. */
export function RightNow({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const reader = {
    booksMoney: may('money.book'),
    decidesRefunds: may('refunds.decide'),
    resetsAttempts: may('plans.move'),
    resendsMails: may('mails.retry'),
  };
  const found = obstaclesOf(orderNow(order));
  const [asked, setAsked] = useAddressedDialog(['owed']);
  // If the address names this dialog when the page loads, the list of payments opens it.
  const [resetting, setResetting] = useState<Extract<Obstacle, { kind: 'attempts_used' }> | null>(null);
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
              <li key={'refund' in one ? one.refund : one.kind}>
                {obstacleSentence(language, one, settings, { now: new Date(), reader })}{' '}
                {one.kind === 'owed' && reader.booksMoney && (
                  <Button kind="secondary" small onClick={() => setAsked('owed')}>
                    {text('Money sent back…')}
                  </Button>
                )}
                {one.kind === 'refund_returned' && reader.decidesRefunds && (
                  <Link to={`/inbox/${encodeURIComponent(`movement:${one.movement}`)}`}>
                    {text('Decide in the inbox')}
                  </Link>
                )}
                {one.kind === 'attempts_used' && reader.resetsAttempts && (
                  <Button kind="secondary" small onClick={() => setResetting(one)}>
                    {text('Let the customer try again…')}
                  </Button>
                )}
              </li>
            ),
          )}
        </PlainList>
      )}
      <Suspense>
        {isRecording && <OwedDialog order={order} onClose={() => setAsked(null)} />}
        {resetting && (
          <ResetAttempts
            reference={resetting.payment}
            attempts={resetting.attempts}
            onClose={() => setResetting(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

export function orderNow(order: Order): OrderNow {
  const place = order.is_plan ? order.payments.findIndex(({ status }) => isPayable(status)) : -1;
  const instalment = order.payments[place];
  const [only] = order.payments;
  const declinedPayment = order.payments.find(({ reference }) => reference === order.declined?.payment);
  const attemptsUsed = order.payments.find(({ pay_refusal: refusal }) => refusal === 'too_many_attempts');
  return {
    status: order.status,
    isPlan: order.is_plan,
    isDisputed: order.is_disputed,
    hasAcceptedTerms: order.terms_accepted_at !== null,
    ticketCount: order.items.filter((item) => item.is_ticket && (item.status === null || item.status === 'active'))
      .length,
    openRefund: order.open_refund,
    missing: order.total - order.paid,
    chargedBack: chargedBackFrom(order),
    overdue: order.payments
      .filter((payment) => payment.overdue && isPayable(payment.status))
      .map((payment) => ({ amount: payment.amount - payment.paid_amount, due_at: payment.due_at })),
    nextInstalment: instalment
      ? {
          place: place + 1,
          amount: instalment.amount - instalment.paid_amount,
          dueAt: instalment.due_at,
          endsAt: order.plan_ends_at,
        }
      : null,
    heldUntil: order.held_until,
    payBy: !order.is_plan && order.payment_method === 'bank_transfer' ? (only?.due_at ?? null) : null,
    // Once the payment is settled, its declined card no longer matters.
    declined:
      order.declined && declinedPayment && isPayable(declinedPayment.status)
        ? { ...order.declined, mayRetry: declinedPayment.pay_refusal === null }
        : null,
    attemptsUsed: attemptsUsed ? { payment: attemptsUsed.reference, attempts: attemptsUsed.attempts } : null,
    owed: order.owed,
    refundsUnderWay: order.refunds.filter(
      ({ status, total, account_needed: needed, returned }) =>
        (status === 'processing' || status === 'problem') && needed + (returned?.amount ?? 0) < total,
    ).length,
    requestedRefunds: order.refunds
      .filter(({ status }) => status === 'active')
      .map(({ code: refund, total: amount }) => ({ refund, amount })),
    accountsNeeded: order.refunds
      .filter((refund) => refund.account_needed > 0)
      .map((refund) => ({ refund: refund.code, amount: refund.account_needed })),
    returnedRefunds: order.refunds.flatMap(({ code: refund, returned }) => (returned ? [{ refund, ...returned }] : [])),
    // Money that was too little needs no decision: it disappears once the rest has arrived.
    waiting: order.receipts
      .filter(
        ({ attention, suspended }) =>
          (attention !== null && attention !== 'short') || (suspended > 0 && !keepsStock(order.status)),
      )
      .map(({ id }) => id),
  };
}

/** What was taken back from all receipts of the order together, with the first reason that the bank gave. */
function chargedBackFrom({ receipts }: Order): OrderNow['chargedBack'] {
  const taken = receipts.flatMap(({ charged_back: one }) => one ?? []);
  if (taken.length === 0) return null;
  return {
    amount: taken.reduce((sum, { amount }) => sum + amount, 0),
    reason: taken.find(({ reason }) => reason !== '')?.reason ?? '',
  };
}
