import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useLooks } from '#browser/use-looks.ts';
import { FoldedTransfer, instalmentStatus } from '#features/orders/shop/public.tsx';
import type { PaymentAction } from '#features/payments/contract.ts';
import { attemptIsOpen } from '#features/payments/domain/attempt-status.ts';
import { type PayRefusal, whyNotPay } from '#features/payments/domain/may-pay.ts';
import { transferOfPart } from '#features/payments/domain/next-step.ts';
import { RETURNED, returnedOf } from '#features/payments/domain/returned.ts';
import {
  Arrived,
  AttemptWarning,
  Blocked,
  LastAttempt,
  OnItsWay,
  type Opened,
  PaymentHandOver,
  type PaymentLink,
  useOpenedPayment,
} from '#features/payments/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { AcceptTermsLabel } from '#features/terms/shop/public.tsx';
import { formatDate, formatDateTime } from '#kernel/dates.ts';
import { laterText, saidText, text } from '#kernel/text.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Code } from '#ui/code.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { textNodes } from '#ui/text-nodes.ts';
import styles from './payment-page.module.css';
import { PlanOverview } from './plan-overview.tsx';

const ACCEPT_TERMS = laterText('Please accept the Terms and Conditions.');

/** Pays one open payment of an order, by the link of a mail or of the order page, without a login. */
export function PaymentPage() {
  const { orders } = useBundle();
  const params = useParams();
  const link = { order: params.order ?? '', checksum: params.checksum ?? '', reference: params.reference ?? '' };
  const navigate = useNavigate();
  const { opened, hasFailed, look } = useOpenedPayment(link);
  const [action, setAction] = useState<PaymentAction | null>(null);

  if (hasFailed) return <LookupFailed onTryAgain={() => void look()} />;
  if (!opened) return null;
  if (action) {
    return (
      <div className="page">
        <PaymentHandOver
          action={action}
          orderCode={opened.order.code}
          amount={opened.payment.amount - opened.payment.paid_amount}
          // Back at the provider leads to the page as it was opened first, and not to what it said of an earlier try.
          backPath={paths.payment(link.order, link.checksum, link.reference)}
          onCameBack={() => {
            setAction(null);
            void look();
          }}
        />
      </div>
    );
  }
  return (
    <div className="page">
      <OpenPayment
        {...opened}
        link={link}
        isOwner={orders.some(({ code }) => code === opened.order.code)}
        onStarted={(started) => (started ? setAction(started) : navigate(paths.order(opened.order.code)))}
        look={look}
      />
    </div>
  );
}

function LookupFailed({ onTryAgain }: { onTryAgain: () => void }) {
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

interface OpenPaymentProps extends Opened {
  link: PaymentLink;
  isOwner: boolean;
  onStarted: (action: PaymentAction | null) => void;
  /** Asks again how the payment stands. */
  look: () => Promise<void>;
}

function OpenPayment(props: OpenPaymentProps) {
  const { order, payment, last_attempt: lastAttempt, open_refund: openRefund } = props;
  const { link, isOwner, onStarted, look } = props;
  const { config } = useBundle();
  usePageTitle(text('Payment'), config.name);
  const form = useForm({
    initial: { accepted: false },
    validate: (values) => (values.accepted ? [] : [{ field: 'accepted' as const, message: saidText(ACCEPT_TERMS) }]),
    submit: async () => {
      try {
        const answer = await call('pay-payment-plan-order-payment', link);
        onStarted(answer.payment ?? null);
      } catch (error) {
        // Somebody else may have paid, or this was the last try: the page shows how it stands now.
        if (error instanceof ApiError && error.status === 409) void look();
        throw error;
      }
    },
  });
  const maxAttempts = config.shopPaymentCreditCardMaxAttempts;
  const refusal = whyNotPay({
    orderStatus: order.payment_status,
    openRefund,
    paymentStatus: payment.payment_status,
    attempts: payment.attempt,
    maxAttempts,
    cardPaymentsOn: config.shopPaymentCreditCard,
  });
  const returned = returnedOf(useSearchParams()[0].get(RETURNED));
  // Back from the provider, whose word is not here yet; it may have been the last try.
  const mayPayOrWait = refusal === null || refusal.kind === 'too_many_attempts';
  const isAwaitingWord = returned === 'payment' && mayPayOrWait && lastAttempt !== null && attemptIsOpen(lastAttempt);
  const isOnItsWay = isAwaitingWord || refusal?.kind === 'on_its_way';
  useLooks(isOnItsWay, look);
  const [hasWaited, setHasWaited] = useState(false);
  if (isOnItsWay && !hasWaited) setHasWaited(true);
  const open = payment.amount - payment.paid_amount;
  const position = order.payments.findIndex((one) => one.reference === payment.reference) + 1;
  const status = instalmentStatus(payment, order, config.instalmentStatuses);
  const leftAfter = Math.max(0, order.total_price - order.total_paid - open);

  return (
    <Card className={styles.card}>
      <header className={styles.head}>
        <p className={styles.code}>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</p>
        <h1 className={styles.heading} tabIndex={-1}>
          {order.has_payment_plan
            ? text('Instalment {position} of {count}', { position, count: order.payments.length })
            : text('Pay your order')}
        </h1>
        <p className={styles.amount}>
          <Money amount={open > 0 ? open : payment.amount} /> <StatusChip tone={status.tone}>{status.label}</StatusChip>
        </p>
      </header>
      <FactList
        facts={[
          { label: text('Reference'), value: <Code>{payment.reference}</Code> },
          order.kept_until === null
            ? { label: text('Due'), value: formatDate(payment.due_at, config) }
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
      {order.has_payment_plan && <PlanOverview order={order} payment={payment} />}
      {isOnItsWay ? (
        <OnItsWay
          payPath={isAwaitingWord && refusal === null ? paths.payment(link.order, link.checksum, link.reference) : null}
          onRefresh={() => void look()}
        />
      ) : refusal?.kind === 'already_paid' && (returned === 'payment' || hasWaited) ? (
        <Arrived amount={payment.paid_amount} hasWaited={hasWaited} />
      ) : refusal ? (
        <Blocked kind={refusal.kind} />
      ) : (
        <form noValidate onSubmit={form.onSubmit} className={styles.form}>
          <ErrorSummary errors={form.errors} ref={form.summaryRef} />
          <LastAttempt status={lastAttempt} returned={returned} />
          <AttemptWarning attempts={payment.attempt} />
          <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted')} />
          <p className={styles.total}>
            <span>{text('Due now')}</span>
            <strong>
              <Money amount={open} />
            </strong>
          </p>
          <Button
            type="submit"
            wide
            busy={form.pending}
            disabled={!form.values.accepted}
            aria-describedby={form.values.accepted ? undefined : 'payment-reason'}
          >
            {text('Pay')}
          </Button>
          {!form.values.accepted && (
            <p id="payment-reason" className={styles.reason}>
              {saidText(ACCEPT_TERMS)}
            </p>
          )}
        </form>
      )}
      {!isOnItsWay && mayPayByTransfer(order, refusal) && (
        <FoldedTransfer transfer={transferOfPart(order, payment)} summary={text('Pay by bank transfer instead')} />
      )}
      {isOwner && (refusal !== null || isAwaitingWord) && refusal?.kind !== 'too_many_attempts' && (
        <ButtonLink kind="secondary" wide to={paths.order(order.code)}>
          {text('View order')}
        </ButtonLink>
      )}
    </Card>
  );
}

/** A part of a plan that waits for its money can also be paid by transfer, even if the card is refused. */
const mayPayByTransfer = (order: Opened['order'], refusal: PayRefusal | null): boolean =>
  order.has_payment_plan &&
  (refusal === null || refusal.kind === 'no_card_payments' || refusal.kind === 'too_many_attempts');
