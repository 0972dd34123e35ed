import { Navigate, useParams } from 'react-router';
import { useShopNow } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { useOpenedOrder } from '#browser/use-opened-order.ts';
import { whenAndWhere } from '#features/occasions/words/when-and-where.ts';
import type { Order } from '#features/orders/contract.ts';
import { contentsOf } from '#features/orders/domain/order-contents.ts';
import { PendingOrder } from '#features/orders/shop/public.tsx';
import { contentsTitle } from '#features/orders/words/order-title.ts';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDateTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Code } from '#ui/code.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Refund } from '../contract.ts';
import { planRefundParts } from '../domain/plan-refund-parts.ts';
import { payableTotal } from '../domain/refund-status.ts';
import styles from './refund-page.module.css';
import { refundStatus } from './shown-status.ts';
import { type CancellingRefund, useCancelRefund } from './use-cancel-refund.tsx';

export function RefundPage() {
  const { refund: id = '' } = useParams();
  const { opened, hasFailed, again } = useOpenedOrder({ refund_id: id });
  if (opened === undefined) return <PendingOrder hasFailed={hasFailed} onTryAgain={again} />;
  const refund = opened?.refunds.find((one) => one.id === id);
  // Unknown or somebody else's: the response does not reveal which.
  if (!opened || !refund) return <Navigate to={missingPath(paths.portal(), 'refund')} replace />;
  return <KnownRefund key={refund.id} refund={refund} order={opened.order} />;
}

interface RefundOfOrder {
  refund: Refund;
  order: Order;
}

function KnownRefund({ refund, order }: RefundOfOrder) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  usePageTitle(text('Refund {id}', { id: refund.id }), config.name);
  const status = refundStatus(language, refund.status, config.refundStatuses);
  const cancelling = useCancelRefund(refund.id);
  const { first, more } = contentsOf(refund);
  return (
    <div className="page">
      <p className={styles.back}>
        <Link to={paths.portal()}>{text('Back to the portal')}</Link>
      </p>
      <div className={styles.title}>
        <h1 tabIndex={-1}>
          {first && <span className={styles.what}>{contentsTitle(language, { name: first.name, more })} </span>}
          <span className={styles.code}>{textNodes('Refund {id}', { id: <Code>{refund.id}</Code> })}</span>
        </h1>
        <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </div>
      <p className={styles.requested}>
        {refund.by_operator
          ? text('Issued by us {created_at}', { created_at: formatDateTime(refund.created_at, config) })
          : text('Requested {created_at}', { created_at: formatDateTime(refund.created_at, config) })}
      </p>
      {refund.by_operator && refund.reason !== '' && <p className={styles.reason}>{refund.reason}</p>}
      <RefundProgress refund={refund} cancelling={cancelling} />
      {cancelling.refusal && (
        <p role="alert" className={styles.refusal}>
          {cancelling.refusal}
        </p>
      )}
      <div className={styles.layout}>
        <section aria-labelledby="refund-items" className={styles.items}>
          <h2 id="refund-items">{refund.status === 'cancelled' ? text('Requested items') : text('Items')}</h2>
          <RefundItems refund={refund} order={order} />
        </section>
        <RefundFacts refund={refund} order={order} />
      </div>
      {cancelling.dialog}
    </div>
  );
}

/** Explains the status; an active request has a button that cancels it. */
function RefundProgress({ refund, cancelling }: { refund: Refund; cancelling: CancellingRefund }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  const order = (
    <Link to={paths.order(refund.order.code)}>
      <Code>{refund.order.code}</Code>
    </Link>
  );
  // The operator's own refund is under way from the start.
  switch (refund.by_operator && refund.status === 'active' ? 'processing' : refund.status) {
    case 'active':
      return (
        <Notice
          tone="info"
          heading={text('We have received your request')}
          action={
            <Button kind="secondary" onClick={cancelling.ask}>
              {text('Cancel Refund')}
            </Button>
          }
        >
          {refund.to_card
            ? text(
                'We will review your request and then send the refund to your card. Until we start, you can cancel the request and everything goes back to how it was.',
              )
            : text(
                'We will review your request and then pay the refund to your account. Until we start, you can cancel the request and everything goes back to how it was.',
              )}
        </Notice>
      );
    case 'processed':
      return (
        <Notice tone="ok" heading={text('Your refund has been paid')}>
          {refund.to_card
            ? text('It can take 5 to 10 working days until your bank shows it.')
            : text('It can take a few working days to reach your account.')}
        </Notice>
      );
    case 'cancelled':
      return refund.is_refused ? (
        <Notice tone="warn" heading={text('We could not accept this request')}>
          {refund.reason !== '' && <span className={styles.reason}>{refund.reason}</span>}
          {textNodes('Nothing will be refunded, and the items in order {order} are back to how they were.', { order })}{' '}
          {textNodes('Questions? Write to {email}.', {
            email: <a href={`mailto:${config.operator.email}`}>{config.operator.email}</a>,
          })}
        </Notice>
      ) : (
        <Notice tone="neutral" heading={text('This request was cancelled')}>
          {textNodes('Nothing will be refunded, and the items in order {order} are back to how they were.', { order })}
        </Notice>
      );
    default:
      if (refund.account_needed > 0)
        return (
          <Notice
            tone="warn"
            heading={text('We need a bank account')}
            action={<ButtonLink to={paths.refundAccount(refund.id)}>{text('Enter bank account')}</ButtonLink>}
          >
            {refund.to_card
              ? text(
                  'We could not send {amount} of your refund to your card. Please tell us where to send it instead.',
                  {
                    amount: formatMoney(refund.account_needed, config),
                  },
                )
              : text('Please tell us which account we should send {amount} to.', {
                  amount: formatMoney(refund.account_needed, config),
                })}
          </Notice>
        );
      return (
        <Notice tone="progress" heading={text('Your refund is being processed')}>
          {refund.to_card || (refund.by_operator && refund.bank_account_end === null)
            ? text('We will email you once your refund has been sent.')
            : text('We are paying your refund to your account. We will email you once it has been sent.')}{' '}
          {textNodes('Questions? Write to {email}.', {
            email: <a href={`mailto:${config.operator.email}`}>{config.operator.email}</a>,
          })}
        </Notice>
      );
  }
}

interface Row {
  code: string;
  name: string;
  notes: readonly string[];
  /** Includes the booking fee, unless that is refunded in a separate row. */
  price: number;
  bookingFee: number;
  /** The item's share of the discount. */
  discount: number;
  refundFee: number;
  /** What is kept because a smaller amount was refunded. */
  notRefunded: number;
  amount: number;
}

/** During a rollout the server may still be the previous release, which does not send `not_refunded`. */
const withNotRefunded = <Item extends Refund['tickets' | 'merchandisePurchases'][number]>(item: Item): Item => ({
  ...item,
  not_refunded: item.not_refunded ?? 0,
});

function RefundItems({ refund, order }: RefundOfOrder) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const now = useShopNow();
  const isCancelled = refund.status === 'cancelled';
  const isWholePlan = order.has_payment_plan;
  const areFeesKept = refund.booking_fees_refund === 0;
  /** The parts of a line's amount. */
  const partsOf = (item: Refund['tickets' | 'merchandisePurchases'][number]) => ({
    price: item.price + (areFeesKept ? item.fee : 0),
    bookingFee: areFeesKept ? item.fee : 0,
    discount: Math.max(0, Math.min(item.price, item.price - item.refund_fee - item.refund_total)),
    refundFee: item.refund_fee - item.not_refunded,
    notRefunded: item.not_refunded,
    amount: item.refund_total,
  });
  const tickets = refund.tickets.map(withNotRefunded);
  const goods = refund.merchandisePurchases.map(withNotRefunded);
  const rows: Row[] = [
    ...tickets.map((ticket) => ({
      code: ticket.code,
      name: ticket.product,
      notes: [ticket.full_name, ...whenAndWhere(language, ticket, config, now)],
      ...partsOf(ticket),
    })),
    ...goods.map((bought) => ({
      code: bought.code,
      name: bought.merchandise,
      notes: [],
      ...partsOf(bought),
    })),
  ];
  const parts = isWholePlan ? planRefundParts(refund.total, [...tickets, ...goods], refund.booking_fees_refund) : null;
  const figureOf = (key: string, label: string, amount: number) =>
    amount === 0 ? [] : [{ key, label, figure: <Money amount={amount} /> }];
  return (
    <DataTable
      caption={text('Items of this refund')}
      captionHidden
      columns={[
        {
          key: 'name',
          header: text('Item'),
          phone: 'wide',
          cell: (row: Row) => (
            <>
              <strong>{row.name}</strong>
              {row.notes.length > 0 && <FactLine facts={row.notes} className={styles.notes} />}
            </>
          ),
        },
        ...figureColumns(language, rows, { isCancelled, isWholePlan }),
      ]}
      rows={rows}
      rowKey={(row) => row.code}
      extraRows={[
        ...(parts
          ? [
              ...figureOf('paid', text('Paid before the refund'), parts.paid),
              ...figureOf('fees', text('Booking fee'), -parts.bookingFees),
              ...figureOf('refund-fees', text('Refund fee'), -parts.refundFees),
              ...figureOf('not-refunded', text('Not refunded'), -parts.notRefunded),
            ]
          : [
              ...figureOf('fees', text('Booking fee'), refund.booking_fees_refund),
              ...figureOf('shipping', text('Shipping'), refund.shipping_refund),
            ]),
        ...(isCancelled
          ? [{ key: 'requested', label: text('Requested'), figure: <Money amount={refund.total} /> }]
          : []),
      ]}
      totalRow={{
        label: isCancelled ? text('No refund due') : text('Refund'),
        figure: <Money amount={payableTotal(refund)} />,
      }}
    />
  );
}

/**
 * The columns that lead from each item's price to its amount, without those that are 0 everywhere. A plan is refunded
 * as one sum: its items have only a price.
 */
function figureColumns(
  { text }: Language,
  rows: readonly Row[],
  { isCancelled, isWholePlan }: { isCancelled: boolean; isWholePlan: boolean },
): Column<Row>[] {
  const columnOf = (key: string, header: string, amountOf: (row: Row) => number) => ({
    key,
    header,
    amountOf,
    align: 'end' as const,
    phone: 'start' as const,
    phoneLabel: true,
    cell: (row: Row) => <Money amount={amountOf(row)} />,
  });
  const price = columnOf('price', text('Price'), (row) => row.price);
  if (isWholePlan) return [price];
  const deductions = [
    columnOf('booking-fee', text('Booking fee'), (row) => -row.bookingFee),
    columnOf('discount', text('Discount'), (row) => -row.discount),
    columnOf('refund-fee', text('Refund fee'), (row) => -row.refundFee),
    columnOf('not-refunded', text('Not refunded'), (row) => -row.notRefunded),
  ];
  return [
    price,
    ...deductions.filter(({ amountOf }) => rows.some((row) => amountOf(row) !== 0)),
    {
      ...columnOf('amount', isCancelled ? text('Requested') : text('Refund'), (row) => row.amount),
      phone: 'end',
    },
  ];
}

/** Shows the order, when and where the money went, and the credit note. The amounts are in the table. */
function RefundFacts({ refund, order }: RefundOfOrder) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const note = order.credit_notes.find((one) => one.refund_id === refund.id);
  return (
    <Card as="aside" labelledBy="refund-facts" className={styles.facts}>
      <h2 id="refund-facts">{text('Summary')}</h2>
      <FactList
        facts={[
          {
            label: text('Order'),
            value: (
              <Link to={paths.order(refund.order.code)}>
                <Code>{refund.order.code}</Code>
              </Link>
            ),
          },
          refund.completed_at !== null && {
            label: text('Processed at'),
            value: formatDateTime(refund.completed_at, config),
          },
          refund.to_card && {
            label: text('Refund to'),
            value:
              refund.bank_account_end === null
                ? text('the card you paid with')
                : text('the card you paid with; any amount it cannot take will go to the bank account'),
          },
          refund.bank_account_end !== null && { label: text('Bank account'), value: refund.bank_account_end },
          note && {
            label: text('Credit note'),
            value: (
              <a
                href={`/download-invoice/${order.code}/${order.invoice_checksum}?number=${encodeURIComponent(note.code)}`}
                target="_blank"
                rel="noreferrer"
                aria-label={text('{code} (PDF, opens in a new window)', { code: note.code })}
              >
                <Code>{note.code}</Code>
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}
