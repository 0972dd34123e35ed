import { Navigate, useParams } from 'react-router';
import { useShopNow } from '#browser/first-page.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useBundle } from '#browser/session-store.ts';
import { whenAndWhere } from '#features/occasions/words/when-and-where.ts';
import { missingPath } from '#features/shop-config/domain/missing.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { itemStatus } from '#features/tickets/shop/public.tsx';
import { formatDateTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Code } from '#ui/code.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';
import type { Status } from '#ui/status.ts';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Refund } from '../contract.ts';
import { planRefundParts } from '../domain/plan-refund-parts.ts';
import { payableTotal } from '../domain/refund-status.ts';
import styles from './refund-page.module.css';
import { refundStatus } from './shown-status.ts';
import { type CancellingRefund, useCancelRefund } from './use-cancel-refund.tsx';

export function RefundPage() {
  const { refunds } = useBundle();
  const { refund: id } = useParams();
  const refund = refunds.find((one) => one.id === id);
  // Unknown or somebody else's: the response does not reveal which.
  if (!refund) return <Navigate to={missingPath(paths.portal(), 'refund')} replace />;
  return <KnownRefund key={refund.id} refund={refund} />;
}

function KnownRefund({ refund }: { refund: Refund }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config } = useBundle();
  usePageTitle(text('Refund {id}', { id: refund.id }), config.name);
  const status = refundStatus(language, refund.status, config.refundStatuses);
  const cancelling = useCancelRefund(refund.id);
  return (
    <div className="page">
      <p className={styles.back}>
        <Link to={paths.portal()}>{text('Back to the portal')}</Link>
      </p>
      <div className={styles.title}>
        <h1 tabIndex={-1}>{textNodes('Refund {id}', { id: <Code>{refund.id}</Code> })}</h1>
        <StatusChip tone={status.tone}>{status.label}</StatusChip>
      </div>
      <p className={styles.requested}>
        {refund.by_operator
          ? text('Made by us {created_at}', { created_at: formatDateTime(refund.created_at, config) })
          : text('Requested {created_at}', { created_at: formatDateTime(refund.created_at, config) })}
      </p>
      {refund.by_operator && refund.reason !== '' && <p className={styles.reason}>{refund.reason}</p>}
      <HowItStands refund={refund} cancelling={cancelling} />
      {cancelling.refusal && (
        <p role="alert" className={styles.refusal}>
          {cancelling.refusal}
        </p>
      )}
      <div className={styles.layout}>
        <section aria-labelledby="refund-items" className={styles.items}>
          <h2 id="refund-items">{refund.status === 'cancelled' ? text('Requested items') : text('Items')}</h2>
          <RefundItems refund={refund} />
        </section>
        <RefundFacts refund={refund} />
      </div>
      {cancelling.dialog}
    </div>
  );
}

/** Explains the status; an active request has a button that cancels it. */
function HowItStands({ refund, cancelling }: { refund: Refund; cancelling: CancellingRefund }) {
  const { text, textNodes } = useLanguage();
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
          {refund.completed_at && text('Paid on {moment}. ', { moment: formatDateTime(refund.completed_at, config) })}
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
  price: number;
  /** Its share of the discount. */
  discount: number;
  refundFee: number;
  amount: number;
  status: Status;
}

/** The parts of a line's amount. */
const partsOf = (item: { price: number; refund_fee: number; refund_total: number }) => ({
  price: item.price,
  discount: Math.min(item.price, item.price - item.refund_fee - item.refund_total),
  refundFee: item.refund_fee,
  amount: item.refund_total,
});

function RefundItems({ refund }: { refund: Refund }) {
  const language = useLanguage();
  const { text } = language;
  const { config, orders } = useBundle();
  const now = useShopNow();
  const isCancelled = refund.status === 'cancelled';
  const isWholePlan = orders.find((order) => order.id === refund.order.id)?.has_payment_plan ?? false;
  const rows: Row[] = [
    ...refund.tickets.map((ticket) => ({
      code: ticket.code,
      name: ticket.product,
      notes: [ticket.full_name, ...whenAndWhere(language, ticket, config, now)],
      ...partsOf(ticket),
      status: itemStatus(language, { status: ticket.status }, config.ticketStatuses),
    })),
    ...refund.merchandisePurchases.map((bought) => ({
      code: bought.code,
      name: bought.merchandise,
      notes: [],
      ...partsOf(bought),
      status: itemStatus(language, { status: bought.status }, config.merchandiseStatuses),
    })),
  ];
  const parts = isWholePlan
    ? planRefundParts(refund.total, [...refund.tickets, ...refund.merchandisePurchases], refund.booking_fees_refund)
    : null;
  const hasDiscount = rows.some((row) => row.discount > 0);
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
        {
          key: 'status',
          header: text('Status'),
          phone: 'wide',
          cell: (row: Row) => <StatusChip tone={row.status.tone}>{row.status.label}</StatusChip>,
        },
        ...(parts ? [] : figureColumns(language, hasDiscount, isCancelled)),
      ]}
      rows={rows}
      rowKey={(row) => row.code}
      extraRows={[
        ...(parts
          ? [
              { key: 'paid', label: text('Paid before the refund'), figure: <Money amount={parts.paid} /> },
              { key: 'fees', label: text('Booking fee'), figure: <Money amount={-parts.bookingFees} /> },
              { key: 'refund-fees', label: text('Refund fee'), figure: <Money amount={-parts.refundFees} /> },
            ]
          : []),
        ...(refund.booking_fees_refund > 0 && !parts
          ? [{ key: 'fees', label: text('Booking fee'), figure: <Money amount={refund.booking_fees_refund} /> }]
          : []),
        ...(refund.shipping_refund > 0 && !parts
          ? [{ key: 'shipping', label: text('Shipping'), figure: <Money amount={refund.shipping_refund} /> }]
          : []),
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

/** Shows how each item's amount is calculated. A plan is refunded as one sum. */
const figureColumns = ({ text }: Language, hasDiscount: boolean, isCancelled: boolean): Column<Row>[] => [
  {
    key: 'price',
    header: text('Price'),
    align: 'end',
    phone: 'start',
    phoneLabel: true,
    cell: (row: Row) => <Money amount={row.price} />,
  },
  ...(hasDiscount
    ? [
        {
          key: 'discount',
          header: text('Discount'),
          align: 'end' as const,
          phone: 'start' as const,
          phoneLabel: true,
          cell: (row: Row) => <Money amount={-Math.max(0, row.discount)} />,
        },
      ]
    : []),
  {
    key: 'fee',
    header: text('Refund fee'),
    align: 'end',
    phone: 'start',
    phoneLabel: true,
    cell: (row: Row) => <Money amount={-row.refundFee} />,
  },
  {
    key: 'amount',
    header: isCancelled ? text('Requested') : text('Refund'),
    align: 'end',
    phoneLabel: true,
    cell: (row: Row) => <Money amount={row.amount} />,
  },
];

function RefundFacts({ refund }: { refund: Refund }) {
  const language = useLanguage();
  const { text, textNodes } = language;
  const { config, orders } = useBundle();
  const status = refundStatus(language, refund.status, config.refundStatuses);
  const order = orders.find((one) => one.id === refund.order.id);
  const note = order?.credit_notes.find((one) => one.refund_id === refund.id);
  return (
    <Card as="aside" labelledBy="refund-facts" className={styles.facts}>
      <h2 id="refund-facts">{text('Summary')}</h2>
      <FactList
        facts={[
          { label: text('Refund'), value: refund.id },
          {
            label: text('Order'),
            value: (
              <Link to={paths.order(refund.order.code)}>
                <Code>{refund.order.code}</Code>
              </Link>
            ),
          },
          {
            label: refund.by_operator ? text('Made at') : text('Requested at'),
            value: formatDateTime(refund.created_at, config),
          },
          refund.completed_at !== null && {
            label: text('Processed at'),
            value: formatDateTime(refund.completed_at, config),
          },
          { label: text('Status'), value: status.label },
          refund.shipping_refund > 0 && { label: text('Shipping'), value: <Money amount={refund.shipping_refund} /> },
          refund.status === 'cancelled' && { label: text('Requested'), value: <Money amount={refund.total} /> },
          { label: text('Total'), value: <Money amount={payableTotal(refund)} /> },
          refund.to_card && { label: text('Refund to'), value: text('The card you paid with') },
          refund.bank_account_end !== null && { label: text('Account'), value: refund.bank_account_end },
          order &&
            note && {
              label: text('Credit note'),
              value: (
                <a
                  href={`/download-invoice/${order.code}/${order.invoice_checksum}?number=${encodeURIComponent(note.code)}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {textNodes('{code} (PDF, opens in a new window)', { code: <Code>{note.code}</Code> })}
                </a>
              ),
            },
        ]}
      />
    </Card>
  );
}
