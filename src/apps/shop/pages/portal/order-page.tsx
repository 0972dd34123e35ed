import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { keepsStock } from '#features/orders/domain/order-status.ts';
import { PendingOrder } from '#features/orders/shop/public.tsx';
import { isUnpaidCardOrder, nextStepOf } from '#features/payments/domain/next-step.ts';
import { MoneyBack } from '#features/payments/shop/public.tsx';
import { areTermsOpen, isAnythingOverdue } from '#features/portal/domain/order-needs.ts';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { OpenTermsNotice, TermsSection } from '#features/terms/shop/public.tsx';
import { formatDateTime, formatShortDate } from '#kernel/dates.ts';
import { BottomBar } from '#ui/bottom-bar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Money } from '#ui/price.tsx';
import { UnfinishedRefunds } from './item-refund.tsx';
import { NextStepBlock, payPath, urgencyOf } from './next-step.tsx';
import { OrderChips } from './order-chips.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderHeading } from './order-heading.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './order-page.module.css';
import { OrderSteps } from './order-steps.tsx';
import { PaymentPlanTable } from './payment-plan-table.tsx';
import { ReassignedOrder } from './reassigned-order.tsx';
import { ThankYou } from './thank-you.tsx';
import { useFreshOrder } from './use-fresh-order.ts';
import { useTrackPurchase } from './use-track-purchase.ts';

export function OrderPage() {
  return <OrderView isConfirmation={false} />;
}

/** The order page after placing the order, with thanks and next steps. */
export function ConfirmationPage() {
  return <OrderView isConfirmation />;
}

function OrderView({ isConfirmation }: { isConfirmation: boolean }) {
  const { order: code = '' } = useParams();
  const { opened, hasFailed, again } = useOpenedOrder({ order_id: code });
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  // The same redirect for all orders does not reveal whether this one exists.
  if (opened === null) return <Navigate to={missingPath(paths.portal(), 'order')} replace />;
  const { order } = opened;
  if (order.reassigned_to_me) return <ReassignedOrder order={order} />;
  return <KnownOrder key={order.code} order={order} isConfirmation={isConfirmation} />;
}

function KnownOrder({ order, isConfirmation }: { order: Order; isConfirmation: boolean }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  usePageTitle(text('Order {code}', { code: order.code }), config.name);
  const isPaymentNotStarted = (useLocation().state as { isPaymentNotStarted?: boolean } | null)?.isPaymentNotStarted;
  // The initial state is kept, because the thanks for accepted terms appear inside.
  const [hasOpenTerms] = useState(() => areTermsOpen(order));
  const step = nextStepOf(order, config);
  const isThanked = isConfirmation && keepsStock(order.payment_status);
  // The provider redirects here unless the attempt was declined or cancelled; its status update may arrive later.
  const isAwaitingConfirmation = isConfirmation && isUnpaidCardOrder(order) && !isPaymentNotStarted;
  useTrackPurchase(order, isThanked && !isPaymentNotStarted);
  useFreshOrder(order, isAwaitingConfirmation || step.kind === 'processing');
  const open = (
    <>
      <OpenTermsNotice order={order} className={styles.next} />
      <NextStepBlock order={order} step={step} isThanked={isThanked} isAwaitingConfirmation={isAwaitingConfirmation} />
      <MoneyBack order={order} className={styles.next} />
      <UnfinishedRefunds order={order} />
    </>
  );
  return (
    <div className="page">
      <p className={styles.back}>
        <Link to={paths.portal()}>{text('Back to the portal')}</Link>
      </p>
      {isThanked ? (
        <>
          <ThankYou order={order}>{open}</ThankYou>
          {/* It contains the box to accept the terms. */}
          <details className={styles.fold} open={hasOpenTerms}>
            <summary>{text('Order details')}</summary>
            <OrderSteps order={order} />
            <OrderParts order={order} />
          </details>
        </>
      ) : (
        <>
          <OrderHeading
            order={order}
            origin={text('Received {created_at} via {staff}', {
              created_at: formatDateTime(order.created_at, config),
              staff: order.staff,
            })}
          >
            <OrderChips
              order={{ ...order, is_overdue: isAnythingOverdue(order), are_terms_open: areTermsOpen(order) }}
            />
          </OrderHeading>
          <OrderSteps order={order} />
          {open}
          <OrderParts order={order} />
        </>
      )}
      {step.kind === 'pay' && !isAwaitingConfirmation && urgencyOf(step.payment) !== 'later' && (
        <PayBar order={order} payment={step.payment} />
      )}
    </div>
  );
}

function OrderParts({ order }: { order: Order }) {
  return (
    <div className={styles.layout}>
      <OrderItems order={order} />
      <div className={styles.main}>
        {order.has_payment_plan && <PaymentPlanTable order={order} />}
        <TermsSection order={order} className={styles.section} />
      </div>
      <OrderFacts order={order} />
    </div>
  );
}

/** Keeps the open payment within reach on phones. */
function PayBar({ order, payment }: { order: Order; payment: Payment }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  return (
    <BottomBar label={text('Outstanding payment')}>
      <p className={styles.barWords}>
        <span>
          {order.has_payment_plan
            ? text('Due {due_at}', { due_at: formatShortDate(payment.due_at, config) })
            : text('To pay')}
        </span>
        <strong>
          <Money amount={payment.amount - payment.paid_amount} />
        </strong>
      </p>
      <ButtonLink to={payPath(order, payment)}>
        {order.has_payment_plan ? text('Pay instalment') : text('Pay')}
      </ButtonLink>
    </BottomBar>
  );
}
