import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { asksForMoney } from '#features/orders/domain/payment-status.ts';
import { RefundWays } from '#features/refunds/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { auditFacts } from '#features/staff/words/audit-facts.ts';
import { actionInWords } from '#features/staff/words/audit-words.ts';
import { ChangeTicket } from '#features/tickets/office/public.tsx';
import { formatDate, formatTravelTime } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Code } from '#ui/code.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { PrintHead } from '#ui/office/print-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { hindrancesOf } from '../domain/right-now.ts';
import { hindranceSentence } from './hindrance-sentence.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderMails } from './order-mails.tsx';
import { OrderNotes } from './order-notes.tsx';
import styles from './order-page.module.css';
import { itemStatusNames, orderStatusNames, paymentStatusNames, refundStatusNames } from './status-names.ts';
import { statusTone } from './status-tone.ts';

const ResetAttempts = lazy(() => import('./reset-attempts.tsx'));

type Order = OfficeAnswer<'order-open'>;

/** Everything about one order, beginning with what stops its customer now. */
export default function OrderPage() {
  const { text } = useLanguage();
  const code = useParams().code ?? '';
  const query = useOfficeCall('order-open', { code });
  return (
    <QueryState query={query} failed={text('This order did not load')}>
      {(order) => <Loaded order={order} />}
    </QueryState>
  );
}

function Loaded({ order }: { order: Order }) {
  const { text, translate } = useLanguage();
  const { shopName, may } = useStaffSession();
  const settings = useShopSettings();
  usePageTitle(order.code, shopName);
  return (
    <>
      <PrintHead shop={shopName} name={text('Order {code}', { code: order.code })} />
      <PageHead
        heading={
          <span className={styles.heading}>
            <Code>{order.code}</Code>
            <StatusChip tone={statusTone[order.status]}>{translate(orderStatusNames[order.status])}</StatusChip>
          </span>
        }
        sub={
          <>
            {order.customer_name} · <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a> ·{' '}
            {order.channel} · <Moment at={order.created_at} />
          </>
        }
        actions={
          <p className={styles.paid}>
            <Money amount={order.paid} />{' '}
            <small>{text('paid of {total}', { total: formatMoney(order.total, settings) })}</small>
          </p>
        }
      />
      <OrderActions order={order} />
      <RightNow order={order} />
      <div className={styles.columns}>
        <Items order={order} />
        <MoneyPanel order={order} />
      </div>
      <OrderNotes code={order.code} />
      {may('mails.see') && <OrderMails code={order.code} />}
      <History order={order} />
    </>
  );
}

function RightNow({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const found = hindrancesOf({
    status: order.status,
    isPlan: order.is_plan,
    isDisputed: order.is_disputed,
    acceptedTerms: order.terms_accepted_at !== null,
    ticketCount: order.items.filter((item) => item.is_ticket).length,
    openRefund: order.open_refund,
    missing: order.total - order.paid,
    overdue: order.payments
      .filter((payment) => payment.overdue && asksForMoney(payment.status))
      .map((payment) => ({ amount: payment.amount - payment.paid_amount, due_at: payment.due_at })),
    keptUntil: order.kept_until,
  });
  return (
    <Panel heading={text('Right now')} className={found.length > 0 ? styles.hindered : undefined}>
      {found.length === 0 ? (
        <p>{text('Nothing is blocking the customer.')}</p>
      ) : (
        <PlainList>
          {found.map((one) => (
            <li key={one.kind}>{hindranceSentence(language, one, settings)}</li>
          ))}
        </PlainList>
      )}
    </Panel>
  );
}

function Items({ order }: { order: Order }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const [changing, setChanging] = useState<{ position: number; what: 'holder' | 'time' } | null>(null);
  return (
    <Panel heading={text('Items')} flush>
      <List
        caption={text('Items')}
        rows={order.items}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'item',
            header: text('Item'),
            cell: ({ name, full_name: holder, email, travel_time: departs, position, status }) => (
              <>
                {name}
                {departs && <small>{formatTravelTime(departs, settings.timezone, settings)}</small>}
                {holder !== '' && <small>{email === '' ? holder : `${holder}, ${email}`}</small>}
                {position !== null && status === 'active' && may('orders.serve') && (
                  <span className={styles.rowActions}>
                    <Button kind="text" small onClick={() => setChanging({ position, what: 'holder' })}>
                      {text('Change holder')}
                    </Button>
                    {departs && (
                      <Button kind="text" small onClick={() => setChanging({ position, what: 'time' })}>
                        {text('Change time')}
                      </Button>
                    )}
                  </span>
                )}
              </>
            ),
          },
          {
            key: 'status',
            header: text('Status'),
            cell: ({ status }) => (status === null ? text('Not issued') : translate(itemStatusNames[status])),
          },
          { key: 'price', header: text('Price'), align: 'end', cell: ({ amount }) => <Money amount={amount} /> },
        ]}
      />
      <p className={styles.sums}>
        {order.shipping > 0 && (
          <span>
            {text('Shipping')} <Money amount={order.shipping} />
          </span>
        )}
        {order.discount > 0 && (
          <span>
            {text('Discount')} <Money amount={-order.discount} />
          </span>
        )}
        <strong>
          {text('Total')} <Money amount={order.total} />
        </strong>
      </p>
      <Suspense>
        {changing && <ChangeTicket order={order.code} {...changing} onClose={() => setChanging(null)} />}
      </Suspense>
    </Panel>
  );
}

/** Says whether the plan's later instalments are charged automatically. */
function cardSentence({ text }: Language, { label, expires, state }: NonNullable<Order['card']>): string {
  const [year, month] = expires?.split('-') ?? [];
  const card = month ? `${label} (${month}/${year})` : label;
  switch (state) {
    case 'charged':
      return text('The remaining instalments will be charged to {card}.', { card });
    case 'taken_back':
      return text('{card} is no longer charged, because a payment was charged back.', { card });
    case 'lost':
      return text(
        'The bank or the payment provider removed the saved card. The customer can pay using the link in the email.',
      );
  }
}

function MoneyPanel({ order }: { order: Order }) {
  const language = useLanguage();
  const { text, translate } = language;
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const [tried, setTried] = useState<{ reference: string; attempts: number } | null>(null);
  const [refund, setRefund] = useState<string | null>(null);
  return (
    <Panel heading={text('Money')} flush>
      <List
        caption={text('Payments')}
        rows={order.payments}
        rowKey={({ reference }) => reference}
        columns={[
          {
            key: 'payment',
            header: text('Payment'),
            cell: ({ reference, due_at: due, paid_at: paid, status, attempts }) => (
              <>
                <Code>{reference}</Code>
                <small>
                  {paid === null
                    ? text('due {date}', { date: formatDate(due, settings) })
                    : text('paid {date}', { date: formatDate(paid, settings) })}
                </small>
                {attempts > 0 && asksForMoney(status) && may('plans.move') && (
                  <Button kind="text" small onClick={() => setTried({ reference, attempts })}>
                    {text('Let the customer try again…')}
                  </Button>
                )}
              </>
            ),
          },
          {
            key: 'status',
            header: text('Status'),
            cell: ({ status, overdue }) => (
              <StatusChip tone={overdue ? 'bad' : statusTone[status]}>
                {overdue ? text('Overdue') : translate(paymentStatusNames[status])}
              </StatusChip>
            ),
          },
          { key: 'amount', header: text('Amount'), align: 'end', cell: ({ amount }) => <Money amount={amount} /> },
        ]}
      />
      {order.card && <p className={styles.card}>{cardSentence(language, order.card)}</p>}
      {order.receipts.length > 0 && (
        <List
          caption={text('Money received')}
          rows={order.receipts}
          rowKey={({ id }) => String(id)}
          columns={[
            {
              key: 'receipt',
              header: text('Received'),
              cell: ({ id, source, transaction, received_at: at }) => (
                <>
                  <Moment at={at} />
                  <small>{text('Receipt {id}, {source}: {transaction}', { id, source, transaction })}</small>
                </>
              ),
            },
            {
              key: 'amount',
              header: text('Amount'),
              align: 'end',
              cell: ({ amount, currency }) =>
                currency === settings.currency ? <Money amount={amount} /> : `${amount} ${currency}`,
            },
          ]}
        />
      )}
      {order.refunds.length > 0 && (
        <List
          caption={text('Refunds')}
          rows={order.refunds}
          rowKey={({ code }) => code}
          columns={[
            {
              key: 'refund',
              header: text('Refund'),
              cell: ({ code, status }) =>
                // A request waits in the inbox until somebody decides it.
                status === 'active' ? (
                  <Link to={`/inbox/${encodeURIComponent(`refund:${code}`)}`}>
                    <Code>{code}</Code>
                  </Link>
                ) : (
                  <Code>{code}</Code>
                ),
            },
            {
              key: 'status',
              header: text('Status'),
              cell: ({ status }) => (
                <StatusChip tone={statusTone[status]}>{translate(refundStatusNames[status])}</StatusChip>
              ),
            },
            { key: 'total', header: text('Amount'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
          ]}
        />
      )}
      <Suspense>
        {tried && <ResetAttempts {...tried} onClose={() => setTried(null)} />}
        {refund !== null && (
          <Dialog open onClose={() => setRefund(null)} title={text('Refund')} description={refund}>
            <RefundWays code={refund} onDone={() => setRefund(null)} />
          </Dialog>
        )}
      </Suspense>
    </Panel>
  );
}

function History({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  // Newest first, down to the order itself.
  const entries = [
    ...order.history.map((entry, index) => ({ ...entry, key: String(index) })).reverse(),
    { key: 'placed', at: order.created_at, actor: order.customer_name, action: null, details: {} },
  ];
  return (
    <Panel heading={text('History')} flush>
      <List
        caption={text('History')}
        rows={entries}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'what',
            header: text('What'),
            cell: ({ action, actor }) => (
              <>
                {action === null ? text('Order placed') : actionInWords(action, language)}
                <small>{actor}</small>
              </>
            ),
          },
          { key: 'at', header: text('When'), cell: ({ at }) => <Moment at={at} /> },
          {
            key: 'details',
            header: text('Details'),
            wideOnly: true,
            cell: ({ details }) =>
              auditFacts(details, language, settings).map(({ name, before, after }) => (
                <small key={name}>
                  {name}: {before !== undefined && <del>{before}</del>} {after}
                </small>
              )),
          },
        ]}
      />
    </Panel>
  );
}
