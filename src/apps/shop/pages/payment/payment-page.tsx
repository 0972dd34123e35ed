import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { usePolling } from '#browser/use-polling.ts';
import { SwitchToTransfer } from '#features/checkout/shop/public.tsx';
import type { Order, Payment } from '#features/orders/contract.ts';
import { AwaitTransfer, CollapsedTransfer, instalmentStatus, WhatWasOrdered } from '#features/orders/shop/public.tsx';
import { isChargedLater } from '#features/payment-plans/domain/charged-later.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { transferOfInstalment } from '#features/payments/domain/next-step.ts';
import { paymentScreenOf } from '#features/payments/domain/payment-screen.ts';
import { RETURNED, returnedOf } from '#features/payments/domain/returned.ts';
import {
  Arrived,
  Attempts,
  Blocked,
  OnItsWay,
  type Opened,
  PaymentHandOver,
  type PaymentLink,
  useOpenedPayment,
} from '#features/payments/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate, formatDateTime } from '#kernel/dates.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Code } from '#ui/code.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { PayForm } from './pay-form.tsx';
import styles from './payment-page.module.css';
import { PlanOverview } from './plan-overview.tsx';

/** Pays one open payment of an order. A link in an email or on the order page opens it without a login. */
export function PaymentPage() {
  const params = useParams();
  const link = { order: params.order ?? '', checksum: params.checksum ?? '', reference: params.reference ?? '' };
  const navigate = useNavigate();
  const { opened, hasFailed, refresh } = useOpenedPayment(link);
  const [action, setAction] = useState<PaymentAction | null>(null);

  if (hasFailed) return <LookupFailed onTryAgain={() => void refresh()} />;
  if (!opened) return null;
  if (action) {
    return (
      <div className="page">
        <PaymentHandOver
          action={action}
          orderCode={opened.order.code}
          amount={opened.payment.amount - opened.payment.paid_amount}
          // The browser's Back leads to the page's initial state, without the result of an earlier attempt.
          backPath={pathOf(link)}
          onCameBack={() => {
            setAction(null);
            void refresh();
          }}
        />
      </div>
    );
  }
  return (
    <div className="page">
      <OpenPayment
        opened={opened}
        link={link}
        isOwner={opened.is_mine}
        onStarted={(started) => (started ? setAction(started) : navigate(paths.order(opened.order.code)))}
        refresh={refresh}
      />
    </div>
  );
}

function LookupFailed({ onTryAgain }: { onTryAgain: () => void }) {
  const { text } = useLanguage();
  usePageTitle(text('Payment'), useBundle().config.name);
  return (
    <div className="page">
      <h1 className={styles.title} tabIndex={-1}>
        {text('Payment')}
      </h1>
      <Notice tone="warn" action={<Button onClick={onTryAgain}>{text('Try again')}</Button>}>
        {text('The payment could not be loaded.')}
      </Notice>
    </div>
  );
}

interface OpenPaymentProps {
  opened: Opened;
  link: PaymentLink;
  isOwner: boolean;
  onStarted: (action: PaymentAction | null) => void;
  refresh: () => Promise<void>;
}

function OpenPayment({ opened, link, isOwner, onStarted, refresh }: OpenPaymentProps) {
  const { text } = useLanguage();
  const { order, payment } = opened;
  const { config } = useBundle();
  usePageTitle(text('Payment'), config.name);
  const returned = returnedOf(useSearchParams()[0].get(RETURNED));
  const [hasWaited, setHasWaited] = useState(false);
  const screen = paymentScreenOf({
    orderStatus: order.payment_status,
    openRefund: opened.open_refund,
    paymentStatus: payment.payment_status,
    isWaived: payment.amount === 0 && payment.waived_amount > 0,
    attempts: payment.attempt,
    maxAttempts: config.shopPaymentCreditCardMaxAttempts,
    takesCardPayments: config.shopPaymentCreditCard,
    lastAttempt: opened.last_attempt,
    returned,
    hasWaited,
    isPlan: order.has_payment_plan,
    isByTransfer: order.payment_method === 'bank_transfer',
    maySwitchToTransfer: order.may_switch_to_transfer,
    isOwner,
  });
  const isOnItsWay = screen.kind === 'on_its_way';
  if (isOnItsWay && !hasWaited) setHasWaited(true);
  const attempts = <Attempts status={opened.last_attempt} returned={returned} count={payment.attempt} />;
  usePolling(isOnItsWay, refresh);

  return (
    <Card className={styles.card}>
      <PaymentHead order={order} payment={payment} contents={opened.contents} />
      {screen.kind === 'pay' && attempts}
      <PaymentFacts order={order} payment={payment} isByTransfer={screen.kind === 'await_transfer'} />
      {order.has_payment_plan && <PlanOverview order={order} payment={payment} />}
      {screen.kind === 'pay' && isOwner && <ChargedLater order={order} payment={payment} />}
      {screen.kind === 'pay' && (
        <PayForm opened={opened} link={link} isOwner={isOwner} onStarted={onStarted} refresh={refresh} />
      )}
      {screen.kind === 'on_its_way' && (
        <OnItsWay payPath={screen.mayPayAgain ? pathOf(link) : null} onRefresh={() => void refresh()} />
      )}
      {screen.kind === 'arrived' && <Arrived amount={payment.paid_amount} hasWaited={hasWaited} />}
      {screen.kind === 'await_transfer' && (
        <>
          <AwaitTransfer transfer={transferOfInstalment(order, payment)} slip={order} />
          {screen.offersCard && (
            <details className={styles.instead}>
              <summary>{text('Pay by card instead')}</summary>
              {attempts}
              <PayForm opened={opened} link={link} isOwner={isOwner} onStarted={onStarted} refresh={refresh} />
            </details>
          )}
        </>
      )}
      {screen.kind === 'refused' && <Blocked kind={screen.why} />}
      {screen.offersSwitch && <SwitchToTransfer link={link} refresh={refresh} />}
      {screen.offersTransfer && (
        <CollapsedTransfer
          transfer={transferOfInstalment(order, payment)}
          slip={order}
          summary={text('Pay by bank transfer instead')}
          isOpen={screen.kind === 'refused'}
        />
      )}
      {screen.onward && (
        <ButtonLink kind="secondary" wide to={screen.onward === 'order' ? paths.order(order.code) : paths.home()}>
          {screen.onward === 'order' ? text('View order') : text('Back to the shop')}
        </ButtonLink>
      )}
    </Card>
  );
}

interface PaymentOfOrderProps {
  order: Order;
  payment: Payment;
}

/** Says that there is nothing to pay here, because the saved card will be charged. */
function ChargedLater({ order, payment }: PaymentOfOrderProps) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const card = order.saved_card;
  if (!card || !isChargedLater(card, payment, config.timezone)) return null;
  return (
    <Notice tone="info">
      {text('We will charge this instalment to your card ({card}) on {date}. You do not need to pay it here.', {
        card: card.label,
        date: formatDate(payment.due_at, config),
      })}
    </Notice>
  );
}

function PaymentHead({ order, payment, contents }: PaymentOfOrderProps & Pick<Opened, 'contents'>) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  const open = payment.amount - payment.paid_amount;
  const position = order.payments.findIndex((one) => one.reference === payment.reference) + 1;
  const status = instalmentStatus(language, payment, order, config.instalmentStatuses);
  return (
    <header className={styles.head}>
      <p className={styles.code}>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</p>
      <h1 className={styles.heading} tabIndex={-1}>
        {order.has_payment_plan
          ? text('Instalment {position} of {count}', { position, count: order.payments.length })
          : text('Pay your order')}
      </h1>
      {contents && <WhatWasOrdered {...contents} dated={contents} className={styles.what} />}
      <p className={styles.amount}>
        <Money amount={open > 0 ? open : payment.amount} /> <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </p>
    </header>
  );
}

/**
 * Lists the payment's facts. A transfer shows neither reference nor due date here, because its details below name both.
 */
function PaymentFacts({ order, payment, isByTransfer }: PaymentOfOrderProps & { isByTransfer: boolean }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const open = payment.amount - payment.paid_amount;
  const leftAfter = Math.max(0, order.total_price - order.total_paid - open);
  return (
    <FactList
      facts={[
        !isByTransfer && { label: text('Reference'), value: <Code>{payment.reference}</Code> },
        order.kept_until === null
          ? (!isByTransfer || payment.overdue) && {
              label: text('Due##date'),
              value: formatDate(payment.due_at, config),
            }
          : { label: text('Items held until'), value: formatDateTime(order.kept_until, config) },
        payment.paid_at !== null && { label: text('Paid'), value: formatDate(payment.paid_at, config) },
        order.total_paid > 0 &&
          order.total_paid < order.total_price && {
            label: text('Paid so far'),
            value: <Money amount={order.total_paid} />,
          },
        order.has_payment_plan &&
          open > 0 && { label: text('Remaining after this payment'), value: <Money amount={leftAfter} /> },
      ]}
    />
  );
}

const pathOf = (link: PaymentLink): string => paths.payment(link.order, link.checksum, link.reference);
