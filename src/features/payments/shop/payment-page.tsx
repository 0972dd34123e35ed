import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { formatDate } from '#browser/format.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { AcceptTermsLabel } from '#features/terms/shop/public.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { instalmentStatus } from '#ui/status-tones.ts';
import type { Tone } from '#ui/tone.ts';
import type { PaymentAction } from '../contract.ts';
import type { AttemptStatus } from '../domain/attempt-status.ts';
import { payRefusalTexts, WARN_FROM_ATTEMPT, whyNotPay } from '../domain/may-pay.ts';
import { PaymentHandOver } from './payment-hand-over.tsx';
import styles from './payment-page.module.css';

const ACCEPT_TERMS = 'Please accept the Terms and Conditions.';

interface Opened {
  order: Order;
  payment: Payment;
  last_attempt: AttemptStatus | null;
}

/** Pays one open payment of an order, by the link of a mail or of the order page, without a login. */
export function PaymentPage() {
  const { orders } = useBundle();
  const params = useParams();
  const link = { order: params.order ?? '', checksum: params.checksum ?? '', reference: params.reference ?? '' };
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const [action, setAction] = useState<PaymentAction | null>(null);
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each link and each Try again.
  useEffect(() => {
    let gone = false;
    setFailed(false);
    call('get-payment-plan-order-payment', link)
      .then((answer) => !gone && setOpened(answer))
      .catch((error) => {
        if (gone) return;
        // A failed lookup leads to the order (spec 2); a server that is away does not.
        if (error instanceof ApiError && error.status === 404) navigate(paths.order(link.order), { replace: true });
        else setFailed(true);
      });
    return () => {
      gone = true;
    };
  }, [link.order, link.checksum, link.reference, turn]);

  if (failed) {
    return <LookupFailed onTryAgain={() => setTurn(turn + 1)} />;
  }
  if (!opened) return null;
  if (action) {
    return (
      <div className="page">
        <PaymentHandOver
          action={action}
          orderCode={opened.order.code}
          amount={opened.payment.amount - opened.payment.paid_amount}
          onCameBack={() => {
            setAction(null);
            setTurn(turn + 1);
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
        onChanged={() => setTurn(turn + 1)}
      />
    </div>
  );
}

function LookupFailed({ onTryAgain }: { onTryAgain: () => void }) {
  usePageTitle('Payment', useBundle().config.name);
  return (
    <div className="page">
      <h1 className={styles.title} tabIndex={-1}>
        Payment
      </h1>
      <Notice tone="warn" action={<Button onClick={onTryAgain}>Try again</Button>}>
        The payment could not be loaded.
      </Notice>
    </div>
  );
}

interface OpenPaymentProps extends Opened {
  link: { order: string; checksum: string; reference: string };
  isOwner: boolean;
  onStarted: (action: PaymentAction | null) => void;
  onChanged: () => void;
}

function OpenPayment({
  order,
  payment,
  last_attempt: lastAttempt,
  link,
  isOwner,
  onStarted,
  onChanged,
}: OpenPaymentProps) {
  const { config } = useBundle();
  usePageTitle('Payment', config.name);
  const form = useForm({
    initial: { accepted: false },
    validate: (values) => (values.accepted ? [] : [{ field: 'accepted' as const, message: ACCEPT_TERMS }]),
    submit: async () => {
      try {
        const answer = await call('pay-payment-plan-order-payment', link);
        onStarted(answer.payment ?? null);
      } catch (error) {
        // Somebody else may have paid, or this was the last try: the page shows how it stands now.
        if (error instanceof ApiError && error.status === 409) onChanged();
        throw error;
      }
    },
  });
  const maxAttempts = config.shopPaymentCreditCardMaxAttempts;
  const refusal = whyNotPay({
    orderStatus: order.payment_status,
    hasActiveRefund: order.has_active_refunds,
    paymentStatus: payment.payment_status,
    attempts: payment.attempt,
    maxAttempts,
    cardPaymentsOn: config.shopPaymentCreditCard,
  });
  const open = payment.amount - payment.paid_amount;
  const position = order.payments.findIndex((one) => one.reference === payment.reference) + 1;
  const status = instalmentStatus(payment, order, config.instalmentStatuses);
  const leftAfter = Math.max(0, order.total_price - order.total_paid - open);

  return (
    <Card className={styles.card}>
      <header className={styles.head}>
        <p className={styles.code}>Order {order.code}</p>
        <h1 className={styles.heading} tabIndex={-1}>
          {order.has_payment_plan ? `Instalment ${position} of ${order.payments.length}` : 'Pay your order'}
        </h1>
        <p className={styles.amount}>
          <Money amount={open > 0 ? open : payment.amount} /> <StatusChip tone={status.tone}>{status.label}</StatusChip>
        </p>
      </header>
      <FactList
        facts={[
          { label: 'Reference', value: payment.reference },
          { label: 'Due', value: formatDate(payment.due_at, config) },
          payment.paid_at !== null && { label: 'Paid', value: formatDate(payment.paid_at, config) },
          order.total_paid > 0 &&
            order.total_paid < order.total_price && {
              label: 'Order paid so far',
              value: <Money amount={order.total_paid} />,
            },
          order.has_payment_plan &&
            open > 0 && { label: 'Left to pay after this', value: <Money amount={leftAfter} /> },
        ]}
      />
      {refusal ? (
        <Blocked kind={refusal.kind} order={order} isOwner={isOwner} onRefresh={onChanged} />
      ) : (
        <form noValidate onSubmit={form.onSubmit} className={styles.form}>
          <ErrorSummary errors={form.errors} ref={form.summaryRef} />
          <LastAttempt status={lastAttempt} />
          <AttemptWarning attempts={payment.attempt} />
          <Checkbox label={<AcceptTermsLabel />} {...form.checkbox('accepted')} />
          <p className={styles.total}>
            <span>You pay now</span>
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
            Pay
          </Button>
          {!form.values.accepted && (
            <p id="payment-reason" className={styles.reason}>
              {ACCEPT_TERMS}
            </p>
          )}
        </form>
      )}
    </Card>
  );
}

const lastAttemptTexts: Partial<Record<AttemptStatus, string>> = {
  declined: 'Your last payment was declined, and nothing was charged. You can try again.',
  cancelled: 'You cancelled your last payment, and nothing was charged. You can try again.',
  expired: 'Your last payment was not completed in time, and nothing was charged. You can try again.',
};

/** How the newest try ended, when it brought nothing. */
function LastAttempt({ status }: { status: AttemptStatus | null }) {
  const text = status && lastAttemptTexts[status];
  return text ? <Notice tone={status === 'declined' ? 'warn' : 'info'}>{text}</Notice> : null;
}

/** From the third try on: how many there may be, and whom to ask (spec 2). */
function AttemptWarning({ attempts }: { attempts: number }) {
  const { config } = useBundle();
  if (attempts < WARN_FROM_ATTEMPT) return null;
  return (
    <Notice tone="warn">
      There is a maximum of {config.shopPaymentCreditCardMaxAttempts} attempts for each payment, and this one has had{' '}
      {attempts}. Please contact us at <ContactLink /> if you cannot complete it.
    </Notice>
  );
}

interface BlockedProps {
  kind: keyof typeof payRefusalTexts;
  order: Order;
  isOwner: boolean;
  onRefresh: () => void;
}

/** Why this payment cannot be started, in the place of the form. */
function Blocked({ kind, order, isOwner, onRefresh }: BlockedProps) {
  const text = payRefusalTexts[kind];
  if (kind === 'too_many_attempts') {
    return (
      <Notice tone="bad">
        {text} <ContactLink />
      </Notice>
    );
  }
  return (
    <>
      <Notice
        tone={blockedTones[kind]}
        action={
          kind === 'on_its_way' && (
            <Button kind="secondary" onClick={onRefresh}>
              Refresh
            </Button>
          )
        }
      >
        {text}
      </Notice>
      {isOwner && (
        <ButtonLink kind="secondary" wide to={paths.order(order.code)}>
          See the order
        </ButtonLink>
      )}
    </>
  );
}

const blockedTones: Record<keyof typeof payRefusalTexts, Tone> = {
  already_paid: 'ok',
  on_its_way: 'info',
  order_is_over: 'neutral',
  refund_active: 'warn',
  no_card_payments: 'warn',
  too_many_attempts: 'bad',
};

function ContactLink() {
  const { config } = useBundle();
  return <a href={`mailto:${config.operator.email}`}>{config.operator.email}</a>;
}
