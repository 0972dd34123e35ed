import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { listAround } from '#browser/last-list.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useKeys } from '#browser/use-keys.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { takesPayments } from '#features/orders/domain/order-status.ts';
import { isPayable } from '#features/orders/domain/payment-status.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { AlsoHere, useStaffSession } from '#features/staff/office/public.tsx';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { Code } from '#ui/code.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { ChevronIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { PrintHead } from '#ui/office/print-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderMoney } from './order-money.tsx';
import styles from './order-page.module.css';
import { OrderTimeline } from './order-timeline.tsx';
import { RightNow } from './right-now.tsx';
import { statusTone } from './status-tone.ts';
import { UnknownOrder } from './unknown-order.tsx';

type Order = OfficeAnswer<'order-open'>;

/** Everything about one order, beginning with what keeps its customer from using it now. */
export default function OrderPage() {
  const { text } = useLanguage();
  const code = useParams().code ?? '';
  // A list may have loaded the order before this page was opened.
  const query = useOfficeCall('order-open', { code }, { isFresh: true });
  const listed = useListedOrder(code);
  const known = query.data ?? (query.error ? undefined : listed);
  return (
    <>
      {known && <Head order={query.data} listed={known} />}
      <QueryState query={query} failed={text('This order did not load')} missing={<UnknownOrder code={code} />}>
        {(order) => <Loaded order={order} />}
      </QueryState>
    </>
  );
}

/** The fields of an order that a list shows. */
type ListedOrder = Pick<
  OfficeAnswer<'orders-list'>['rows'][number],
  'code' | 'status' | 'customer_name' | 'created_at' | 'total'
>;

/** Returns the order's row in a list that is still loaded; undefined if none has it. */
function useListedOrder(code: string): ListedOrder | undefined {
  return useQueryClient()
    .getQueriesData<Partial<InfiniteData<OfficeAnswer<'orders-list'>>>>({ queryKey: ['orders-list'] })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap(({ rows }) => rows)
    .find((row) => row.code === code);
}

/** The head of the page. `order` is undefined while it loads. */
function Head({ order, listed }: { order: Order | undefined; listed: ListedOrder }) {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const { code, status, created_at: at } = listed;
  usePageTitle(`${code} · ${text('Orders')}`, shopName);
  return (
    <>
      <AroundOrder code={code} />
      <PrintHead shop={shopName} name={text('Order {code}', { code })} />
      <PageHead
        heading={<Code>{code}</Code>}
        beside={
          <span className={styles.heading}>
            <CopyButton isIcon text={code} what={text('order code')} />
            <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>
            {order && <Overdue order={order} />}
            {order && <AlsoHere place={code} />}
          </span>
        }
        sub={
          order ? (
            <>
              {/* Name and address are empty once the person has been erased. */}
              {order.customer_email !== '' && (
                <>
                  <b>{order.customer_name}</b> · <a href={`mailto:${order.customer_email}`}>{order.customer_email}</a>{' '}
                  <CopyButton isIcon text={order.customer_email} what={text('email')} /> ·{' '}
                </>
              )}
              {order.channel} · <Moment at={at} />
              {order.terms_accepted_at !== null && <> · {text('Terms accepted')}</>}
            </>
          ) : (
            <>
              {listed.customer_name !== '' && (
                <>
                  <b>{listed.customer_name}</b> ·{' '}
                </>
              )}
              {formatMoney(listed.total, settings)} · <Moment at={at} />
            </>
          )
        }
        actions={order && <OrderActions order={order} />}
      />
    </>
  );
}

function Loaded({ order }: { order: Order }) {
  return (
    <>
      <RightNow order={order} />
      <div className={styles.columns}>
        <OrderItems order={order} />
        <OrderMoney order={order} />
      </div>
      <OrderTimeline code={order.code} />
    </>
  );
}

/** Links to the list that the order was opened from, and to its neighbours there, which J and K also open. */
function AroundOrder({ code }: { code: string }) {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const { person } = useStaffSession();
  const list = listAround(`/orders/${code}`);
  const at = list?.rows.indexOf(`/orders/${code}`) ?? -1;
  const [before, after] = [list?.rows[at - 1], list?.rows[at + 1]];
  useKeys(person.uses_shortcuts, {
    j: () => after !== undefined && navigate(after),
    k: () => before !== undefined && navigate(before),
  });
  if (!list) return null;
  const linkTo = (to: string | undefined, label: string, direction: string | undefined) =>
    to === undefined ? null : (
      <Link to={to} aria-label={label} className={styles.neighbour}>
        <ChevronIcon size={18} className={direction} />
      </Link>
    );
  return (
    <nav className={`${styles.around} no-print`} aria-label={text('List')}>
      <Link to={list.address} state={list.state}>
        <ChevronIcon size={16} className={styles.previous} /> {list.name}
      </Link>
      <span>
        {linkTo(before, text('Previous'), styles.previous)}
        {text('{place} of {count}', { place: at + 1, count: list.rows.length })}
        {linkTo(after, text('Next'), styles.next)}
      </span>
    </nav>
  );
}

/** Shows since when the order is overdue, next to its status. */
function Overdue({ order }: { order: Order }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const place = order.payments.findIndex(({ overdue, status }) => overdue && isPayable(status));
  const payment = order.payments[place];
  if (!payment || !takesPayments(order.status)) return null;
  const date = formatDate(payment.due_at, settings);
  return (
    <b className={styles.overdue}>
      {order.payments.length === 1
        ? text('Overdue since {date}', { date })
        : text('Payment {place} of {count} overdue since {date}', {
            place: place + 1,
            count: order.payments.length,
            date,
          })}
    </b>
  );
}
