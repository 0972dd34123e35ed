import { useState } from 'react';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { SwitchToTransfer } from '#features/checkout/shop/public.tsx';
import type { Order, Payment } from '#features/orders/contract.ts';
import { ticketCount } from '#features/orders/domain/order-contents.ts';
import { owedBack } from '#features/orders/domain/order-money.ts';
import { AwaitTransfer, CollapsedTransfer, keptUntilText } from '#features/orders/shop/public.tsx';
import { isChargedLater } from '#features/payment-plans/domain/charged-later.ts';
import { type NextStep, openTransferOf } from '#features/payments/domain/next-step.ts';
import { payRefusalTexts } from '#features/payments/words/pay-refusal.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import type { Tone } from '#ui/tone.ts';
import { BuyAgain } from './buy-again.tsx';
import styles from './order-page.module.css';

/** Returns the link that pays this payment. Anyone who has it can pay, so the customer may forward it. */
export const payPath = (order: Pick<Order, 'code' | 'payment_checksum'>, payment: Pick<Payment, 'reference'>): string =>
  paths.payment(order.code, order.payment_checksum, payment.reference);

export interface NextStepBlockProps {
  order: Order;
  step: NextStep<Payment>;
  /** Whether the order was just placed: the thanks above already say that it is paid. */
  isThanked: boolean;
  /** Whether the customer has returned from the payment provider, which has not confirmed the payment yet. */
  isAwaitingConfirmation: boolean;
}

/** Shows the next thing to do, or else what there is to know, if anything. */
export function NextStepBlock({ order, step, isThanked, isAwaitingConfirmation }: NextStepBlockProps) {
  const { text } = useLanguage();
  switch (step.kind) {
    case 'pay':
      return isAwaitingConfirmation ? (
        <Processing retryPath={payPath(order, step.payment)} />
      ) : (
        <Pay order={order} payment={step.payment} />
      );
    case 'cannot_pay':
      return isAwaitingConfirmation ? (
        <Processing />
      ) : (
        <CannotPay order={order} payment={step.payment} why={step.why} />
      );
    case 'await_transfer':
      return <AwaitTransfer transfer={openTransferOf(order)} slip={order} />;
    case 'processing':
      return (
        <>
          <Processing />
          <OpenTransfer order={order} />
        </>
      );
    case 'problem':
      return (
        <>
          <Problem order={order} />
          <OpenTransfer order={order} />
        </>
      );
    case 'cancelled':
      return (
        <Notice tone="neutral" heading={text('Payment Cancelled')} className={styles.next}>
          <p>{text('This order was cancelled, and its items are back on sale.')}</p>
          <OwedBack order={order} />
          <BuyAgain order={order} />
        </Notice>
      );
    case 'abandoned':
      return (
        <Notice tone="neutral" heading={text('Payment Abandoned')} className={styles.next}>
          <p>{text('This order was not paid in time, and its items are back on sale.')}</p>
          <OwedBack order={order} />
          <BuyAgain order={order} />
        </Notice>
      );
    case 'paid':
      // While terms are open no tickets have been mailed; the notice above says what to do.
      return isThanked || !order.accepted_ts_and_cs ? null : <Paid order={order} />;
    case 'nothing':
      return null;
  }
}

/** Explains what happens to the money that was paid for an order that has ended. */
function OwedBack({ order }: { order: Order }) {
  const { textNodes } = useLanguage();
  const owed = owedBack(order);
  return (
    <>
      {order.total_refunded > 0 && (
        <p>
          {textNodes('We have refunded {amount} of what you paid.', {
            amount: <Money amount={order.total_refunded} />,
          })}
        </p>
      )}
      {owed > 0 && (
        <p>
          {textNodes(
            'You paid {paid}, of which we owe you {owed}. We will contact you about refunding it. If you have any questions, write to {email} and mention order {code}.',
            {
              paid: <Money amount={order.total_paid} />,
              owed: <Money amount={owed} />,
              email: <ContactLink />,
              code: <Code>{order.code}</Code>,
            },
          )}
        </p>
      )}
    </>
  );
}

/** Shows how to pay while money is missing from an order without a plan that is paid by transfer. */
function OpenTransfer({ order }: { order: Order }) {
  return order.has_payment_plan ? null : <AwaitTransfer transfer={openTransferOf(order)} slip={order} />;
}

function Paid({ order }: { order: Order }) {
  const { text } = useLanguage();
  return (
    <Notice tone="ok" className={styles.next}>
      {ticketCount(order) > 0
        ? text(
            'Your order is paid. We have emailed you your tickets. If the email does not arrive within 10 minutes, please check your spam or junk folder.',
          )
        : text(
            'Your order is paid. We have sent you an email. If it does not arrive within 10 minutes, please check your spam or junk folder.',
          )}
    </Notice>
  );
}

function Problem({ order }: { order: Order }) {
  const { text, textNodes } = useLanguage();
  return (
    <Notice tone="bad" heading={text('There is a problem with your payment')} className={styles.next}>
      {textNodes('We are looking into it. If you have any questions, write to {email} and mention order {code}.', {
        email: <ContactLink />,
        code: <Code>{order.code}</Code>,
      })}
    </Notice>
  );
}

function ContactLink() {
  const { config } = useBundle();
  return <a href={`mailto:${config.operator.email}`}>{config.operator.email}</a>;
}

export const urgencyOf = (payment: Payment): 'later' | 'due' | 'overdue' =>
  payment.overdue ? 'overdue' : payment.due ? 'due' : 'later';

const payTones = { later: 'info', due: 'warn', overdue: 'bad' } satisfies Record<string, Tone>;

function Pay({ order, payment }: { order: Order; payment: Payment }) {
  const language = useLanguage();
  const { insideSentence, text, textNodes } = language;
  const { config } = useBundle();
  const urgency = urgencyOf(payment);
  const position = order.payments.indexOf(payment) + 1;
  const instalment = { position, count: order.payments.length, date: formatDate(payment.due_at, config) };
  const keptUntil = keptUntilText(language, order, config);
  const card = insideSentence(config.paymentMethods.credit_card ?? text('card'));
  const transfer = openTransferOf(order);
  // A customer who ordered by transfer is not pushed to another method.
  const isByTransfer = transfer !== null && order.payment_method === 'bank_transfer';
  return (
    <Notice
      tone={order.has_payment_plan ? payTones[urgency] : 'warn'}
      heading={
        order.has_payment_plan
          ? urgency === 'overdue'
            ? text('Instalment {position} of {count} was due on {date}', instalment)
            : text('Instalment {position} of {count} is due on {date}', instalment)
          : text('Your order is not paid yet')
      }
      className={styles.next}
      action={
        <ButtonLink
          to={payPath(order, payment)}
          kind={urgency === 'later' ? 'secondary' : 'primary'}
          // Phones show the link in the bar at the bottom instead.
          className={urgency === 'later' ? undefined : styles.wideOnly}
        >
          {/* The label is one text node, because a flex box drops the space between several. */}
          <span>{textNodes('Pay {amount}', { amount: <Money amount={payment.amount - payment.paid_amount} /> })}</span>
        </ButtonLink>
      }
    >
      <p>
        {order.saved_card && isChargedLater(order.saved_card, payment, config.timezone)
          ? textNodes('We will charge {amount} to your card ({card}) on that day. You do not need to do anything.', {
              amount: <Money amount={payment.amount - payment.paid_amount} />,
              card: order.saved_card.label,
            })
          : isByTransfer
            ? textNodes('{amount}, by {transfer} or by {card}.', {
                amount: <Money amount={payment.amount - payment.paid_amount} />,
                transfer: insideSentence(config.paymentMethods.bank_transfer ?? text('bank transfer')),
                card,
              })
            : textNodes('{amount}, by {card}. It takes about a minute.', {
                amount: <Money amount={payment.amount - payment.paid_amount} />,
                card,
              })}
      </p>
      {keptUntil && <p>{keptUntil}</p>}
      <CollapsedTransfer
        transfer={transfer}
        slip={order}
        summary={isByTransfer ? text('Show bank details for the transfer') : text('Pay by bank transfer instead')}
      />
    </Notice>
  );
}

/** Says whom to contact about an open payment that cannot be made by card, and offers another way if there is one. */
function CannotPay({ order, payment, why }: { order: Order; payment: Payment; why: keyof typeof payRefusalTexts }) {
  const language = useLanguage();
  const { text, textNodes, translate } = language;
  const { config } = useBundle();
  const session = useSessionStore();
  const position = order.payments.indexOf(payment) + 1;
  const link = { order: order.code, checksum: order.payment_checksum, reference: payment.reference };
  const keptUntil = keptUntilText(language, order, config);
  return (
    <>
      <Notice
        tone="bad"
        heading={
          order.has_payment_plan
            ? text('Instalment {position} of {count}, due on {date}, has not been paid', {
                position,
                count: order.payments.length,
                date: formatDate(payment.due_at, config),
              })
            : text('Your order is not paid yet')
        }
        className={styles.next}
      >
        <p>
          {why === 'too_many_attempts' && text('This payment has reached the maximum number of attempts. ')}
          {translate(payRefusalTexts[why])}{' '}
          {textNodes('Write to {email} and mention order {code}.', {
            email: <ContactLink />,
            code: <Code>{order.code}</Code>,
          })}
        </p>
        {keptUntil && <p>{keptUntil}</p>}
        <CollapsedTransfer
          transfer={openTransferOf(order)}
          slip={order}
          summary={text('Pay by bank transfer instead')}
        />
      </Notice>
      {order.may_switch_to_transfer && <SwitchToTransfer link={link} refresh={session.load} className={styles.next} />}
    </>
  );
}

function Processing({ retryPath }: { retryPath?: string }) {
  const { text, textNodes } = useLanguage();
  const session = useSessionStore();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await session.load();
    setBusy(false);
  };
  return (
    <Notice
      tone="info"
      heading={text('Your payment is being processed')}
      className={styles.next}
      action={
        <Button kind="secondary" busy={busy} onClick={() => void refresh()}>
          {text('Refresh')}
        </Button>
      }
    >
      <p>{text('This can take a few minutes. We will email you.')}</p>
      {retryPath && (
        <p>
          {textNodes('If you did not complete the payment, <link>you can pay now</link>.', {
            link: (words) => <Link to={retryPath}>{words}</Link>,
          })}
        </p>
      )}
    </Notice>
  );
}
