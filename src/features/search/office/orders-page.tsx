import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useChoice } from '#features/bulk/office/public.tsx';
import { statusTone } from '#features/desk/office/public.tsx';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatShortDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { PlusIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { type OrderViewName, orderViews } from '../domain/order-filter.ts';
import { methodNames } from '../words/list-words.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import type { ListFilter } from './list-filters.tsx';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { OrderBulk } from './order-bulk.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Page = OfficeAnswer<'orders-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<OrderViewName, string>> = {
  all: markedText('Active'),
  waiting: markedText('Awaiting payment'),
  overdue: markedText('Overdue plans'),
  terms_open: markedText('Terms open'),
  problem: markedText('Payment problems'),
};

/** Orders, newest first. View, text and filters are in the address, so that a copied link shows the same list. */
function OrdersPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName, may } = useStaffSession();
  const settings = useShopSettings();
  const list = useListAddress('/orders');
  const filter = filterIn(list.parameter, settings.timezone);
  usePageTitle(text('Orders'), shopName);
  const sort = sortIn('/orders', list.parameter('sort'));
  const pages = usePages(['orders-list', filter, sort], (after: string | null, options) =>
    officeCall('orders-list', { filter, sort, after }, options),
  );
  const filters: ListFilter[] = [
    { kind: 'text', label: text('Code, name, email') },
    { kind: 'days', label: text('Placed') },
    {
      kind: 'choice',
      name: 'status',
      label: text('State'),
      options: Object.entries(orderStatusNames).map(([value, name]) => ({ value, label: translate(name) })),
    },
    ...(filter.customer === null
      ? []
      : [
          {
            kind: 'choice' as const,
            name: 'customer',
            label: text('Buyer'),
            options: pages.query.data?.pages[0] ? buyerOf(filter.customer, pages.query.data.pages[0].customer) : null,
          },
        ]),
    {
      kind: 'choice',
      name: 'item',
      label: text('Item'),
      options: pages.query.data?.pages[0]?.items.map(({ code, name }) => ({ value: code, label: name })) ?? null,
    },
    {
      kind: 'choice',
      name: 'method',
      label: text('Paid by'),
      options: Object.entries(methodNames).map(([value, name]) => ({ value, label: translate(name) })),
    },
  ];
  return (
    <ListPage
      page="/orders"
      pages={pages}
      list={list}
      sub={({ count, paid, total }) =>
        text('{count}, {paid} of {total} paid', {
          count: countText(count, { one: '{count} order', other: '{count} orders' }),
          paid: formatMoney(paid, settings),
          total: formatMoney(total, settings),
        })
      }
      views={orderViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      filters={filters}
      counts={(queries, { all, ...options }) =>
        officeCall('orders-count', { filters: queries.map(countedBy(filterIn, settings.timezone)), all }, options)
      }
      newestAt={({ created_at: at }) => at}
      rowAddress={addressOf}
      columns={{
        buyer: text('Buyer'),
        placed: text('Placed'),
        items: text('Items'),
        state: text('State'),
        paid: text('Paid'),
        total: text('Total'),
      }}
      exports={(part, options) => officeCall('orders-export', { filter, sort, ...part }, options)}
      actions={
        may('orders.create') && (
          <ButtonLink to="/orders/new" small className="no-print">
            <PlusIcon size={18} />
            {text('New order')}
          </ButtonLink>
        )
      }
      failed={text('The orders did not load')}
      nothing={text('No matching orders')}
      empty={text('Orders appear here as soon as somebody buys something, or you place an order for them.')}
    >
      {(rows) => <Rows rows={rows} filter={filter} first={pages.query.data!.pages[0]!} />}
    </ListPage>
  );
}

export default withDefaultView('/orders', OrdersPage);

const buyerOf = (id: number, name: string | null) => (name === null ? [] : [{ value: String(id), label: name }]);

const addressOf = ({ code }: Row): string => `/orders/${code}`;

function filterIn(parameter: ParameterOf, timezone: string) {
  const statuses = Object.keys(orderStatusNames) as OrderStatus[];
  const methods = Object.keys(methodNames) as (keyof typeof methodNames)[];
  return {
    view: orderViews.find((one) => one === parameter('view')) ?? 'all',
    text: parameter('q'),
    status: statuses.find((one) => one === parameter('status')) ?? null,
    method: methods.find((one) => one === parameter('method')) ?? null,
    customer: /^[1-9]\d{0,14}$/.test(parameter('customer')) ? Number(parameter('customer')) : null,
    item: parameter('item') || null,
    ...momentsIn(parameter, timezone),
  };
}

interface RowsProps {
  rows: readonly Row[];
  filter: ReturnType<typeof filterIn>;
  first: Page;
}

function Rows({ rows, filter, first }: RowsProps) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const choice = useChoice(rows, ({ code }) => code, filter);
  const list = (
    <List
      caption={text('Orders')}
      choice={choice?.list}
      rows={rows}
      rowKey={({ code }) => code}
      href={addressOf}
      columns={[
        { key: 'code', header: text('Order'), fits: 'whole', cell: ({ code }) => <b>{code}</b> },
        { key: 'buyer', header: text('Buyer'), fits: 'name', cell: ({ customer_name: name }) => name },
        {
          key: 'placed',
          header: text('Placed'),
          fits: 'whole',
          cell: ({ created_at: at }) => <Moment at={at} />,
        },
        { key: 'items', header: text('Items'), fits: 'rest', cell: ({ items }) => itemsText(items), inBlock: 'line' },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: ({ status, due_at: due, is_overdue: isOverdue, are_terms_open: areTermsOpen, refunded }) => (
            <span className={styles.chips}>
              <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>
              {isOverdue && <StatusChip tone="bad">{text('Overdue')}</StatusChip>}
              {due && !isOverdue && <small>{text('due {date}', { date: formatShortDay(due, settings) })}</small>}
              {areTermsOpen && <StatusChip tone="warn">{text('Terms open')}</StatusChip>}
              {refunded > 0 && (
                <StatusChip tone="neutral">
                  {text('{amount} refunded', { amount: formatMoney(refunded, settings) })}
                </StatusChip>
              )}
            </span>
          ),
        },
        {
          key: 'paid',
          header: <AmountHead name={text('Paid')} />,
          align: 'end',
          cell: ({ paid }) => <Amount amount={paid} />,
          wideOnly: true,
        },
        {
          key: 'total',
          header: <AmountHead name={text('Total')} />,
          align: 'end',
          cell: ({ total }) => <Amount amount={total} />,
        },
      ]}
    />
  );
  return (
    <>
      {list}
      {choice && <OrderBulk choice={choice} filter={filter} first={first} />}
    </>
  );
}

const itemsText = (items: Row['items']): string => items.map(({ name, count }) => `${count} × ${name}`).join(', ');
