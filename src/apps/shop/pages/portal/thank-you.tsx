import { type ReactNode, useEffect, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { CalendarDownload } from '#features/calendar/shop/public.tsx';
import { WhenAndWhere } from '#features/catalogue/shop/public.tsx';
import type { Order, Payment } from '#features/orders/contract.ts';
import { firstName } from '#features/orders/domain/name-in-title.ts';
import { type BoughtItem, boughtItems, merchandiseCount, ticketCount } from '#features/orders/domain/order-contents.ts';
import { isChargedLater } from '#features/payment-plans/domain/charged-later.ts';
import { nextStepOf } from '#features/payments/domain/next-step.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import { payPath, urgencyOf } from './next-step.tsx';
import styles from './order-page.module.css';
import { rememberThanks, wasThanked } from './thanked-orders.ts';

/**
 * The confirmation: thanks, the code, what happens next and where to go. If something is still open, it comes directly
 * below the heading, and nothing else is highlighted. Later visits show when the order was placed.
 */
export function ThankYou({ order, children }: { order: Order; children: ReactNode }) {
  const language = useLanguage();
  const step = nextStepOf(order, useBundle().config);
  const next = step.kind === 'pay' ? step.payment : null;
  const isSettled = isNothingOpen(order, next);
  return (
    <section className={isSettled ? styles.thanks : styles.thanksOpen} aria-labelledby="thank-you">
      <ThanksHeading order={order} />
      {!isSettled && <div className={styles.open}>{children}</div>}
      <WhatHappensNext order={order} />
      <div className={styles.nextLinks}>
        {showsTickets(order) && (
          <ButtonLink to={paths.showTickets(order.code)}>{showTicketsLabel(language, order)}</ButtonLink>
        )}
        <CalendarDownload order={order} />
        {isSettled && next && <PayNext order={order} payment={next} />}
        <ViewOrder order={order} />
      </div>
    </section>
  );
}

/** Whether the customer has nothing to do now and nothing to wait for. `next` is the payment that can be made. */
function isNothingOpen(order: Order, next: Payment | null): boolean {
  const isMoneyHere = order.payment_status === 'paid' || (order.payment_status === 'partial' && order.has_payment_plan);
  const isOnItsWay = order.payments.some((payment) => payment.payment_status === 'processing');
  const isDue = next !== null && urgencyOf(next) !== 'later';
  return isMoneyHere && !isOnItsWay && !isDue && order.accepted_ts_and_cs && !order.has_active_refunds;
}

function ThanksHeading({ order }: { order: Order }) {
  const { text, textNodes } = useLanguage();
  const { config, customer } = useBundle();
  const [isRevisit] = useState(() => wasThanked(order));
  useEffect(() => rememberThanks(order), [order]);
  const name = firstName(customer?.full_name ?? '');
  return (
    <>
      <h1 id="thank-you" tabIndex={-1}>
        {isRevisit
          ? text('Order received on {created_at}', { created_at: formatDate(order.created_at, config) })
          : name
            ? text('Thank you, {name}', { name })
            : text('Thank you')}
      </h1>
      <PlainList className={styles.bought}>
        {boughtItems(order).map((item) => (
          <li key={`${item.externalCode} ${item.dated.travel_time ?? ''}`}>
            <Bought item={item} />
          </li>
        ))}
      </PlainList>
      <p className={styles.thanksCode}>
        <span>{textNodes('Order {code}', { code: <Code>{order.code}</Code> })}</span>
        <CopyButton text={order.code} what={text('order code')} />
      </p>
    </>
  );
}

/** `2 × Festival Pass` above `22–25 July` and `Beach Park`. */
function Bought({ item: { name, count, externalCode, dated } }: { item: BoughtItem }) {
  return (
    <>
      <strong>{count > 1 ? `${count} × ${name}` : name}</strong>
      <WhenAndWhere item={{ ...dated, external_code: externalCode }} />
    </>
  );
}

function WhatHappensNext({ order }: { order: Order }) {
  const language = useLanguage();
  const { textNodes } = language;
  const { config, customer } = useBundle();
  const contact = config.operator.email;
  return (
    <>
      <p>{whatHappensNext(language, order, config)}</p>
      <p>
        {textNodes(
          'We have emailed {customer}. If the email does not arrive within 10 minutes, please check your spam or junk folder. Questions? Write to {contact}.',
          { customer: <strong>{customer?.email}</strong>, contact: <a href={`mailto:${contact}`}>{contact}</a> },
        )}
      </p>
    </>
  );
}

const showsTickets = (order: Order): boolean => order.tickets.some((ticket) => ticket.allow_download);

const showTicketsLabel = ({ text }: Language, order: Order): string =>
  order.tickets.length === 1 ? text('Show ticket') : text('Show tickets');

/** The link to the next instalment, for customers who pay several early, one after the other. */
function PayNext({ order, payment }: { order: Order; payment: Payment }) {
  const { text } = useLanguage();
  return (
    <ButtonLink kind="secondary" to={payPath(order, payment)}>
      {text('Pay next instalment')}
    </ButtonLink>
  );
}

function ViewOrder({ order }: { order: Order }) {
  const { text } = useLanguage();
  return (
    <ButtonLink kind="secondary" to={paths.order(order.code)}>
      {text('View order')}
    </ButtonLink>
  );
}

function whatHappensNext(language: Language, order: Order, config: PublicConfig): string {
  const { text } = language;
  switch (order.payment_status) {
    case 'paid':
      return [
        text('Your order is paid.'),
        showsTickets(order) && ticketsReady(language, order),
        merchandiseCount(order) > 0 && text('Your merchandise will be shipped soon.'),
      ]
        .filter(Boolean)
        .join(' ');
    case 'partial':
      // A later instalment in progress is the one that the visitor has just paid.
      if (order.payments.some((payment) => payment.payment_status === 'processing'))
        return text('Your payment is being processed.');
      return order.has_payment_plan
        ? [
            text('We have received your payment.'),
            nextInstalment(language, order, config),
            waitingTickets(language, order),
          ]
            .filter(Boolean)
            .join(' ')
        : text('We have received part of your payment. Your order will be complete once we receive the rest.');
    case 'processing':
      return text('We have received your order and your payment is being processed.');
    case 'problem':
      return text('We have received your order and are looking into the payment.');
    default:
      return order.payment_method === 'bank_transfer'
        ? text('We have received your order. It will be complete once your transfer arrives.')
        : text('We have received your order. It will be complete once it is paid.');
  }
}

function ticketsReady(language: Language, order: Order): string {
  const { text } = language;
  const button = showTicketsLabel(language, order);
  return order.tickets.length === 1
    ? text('Your ticket is ready. Press “{button}” to see it here. It is also in your inbox.', { button })
    : text('Your tickets are ready. Press “{button}” to see them here. They are also in your inbox.', { button });
}

/** Describes the next instalment. Returns nothing if there is none or while a refund is unfinished. */
function nextInstalment({ text }: Language, order: Order, config: PublicConfig): string {
  const next = order.payments.find(({ payment_status: status }) => status === 'pending' || status === 'partial');
  if (!next || order.has_active_refunds) return '';
  const facts = {
    amount: formatMoney(next.amount - next.paid_amount, config),
    date: formatDate(next.due_at, config),
  };
  return isChargedLater(order.saved_card, next, config.timezone)
    ? text(
        'We will charge the next instalment, {amount}, to your card on {date}. You do not need to do anything.',
        facts,
      )
    : text('The next instalment, {amount}, is due on {date}.', facts);
}

function waitingTickets({ text }: Language, order: Order): string {
  const count = ticketCount(order);
  if (count === 0) return '';
  return count === 1
    ? text('Your ticket will be ready to download once the last instalment is paid.')
    : text('Your tickets will be ready to download once the last instalment is paid.');
}
