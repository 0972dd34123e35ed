import { useInfiniteQuery } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useChoice } from '#features/bulk/office/public.tsx';
import { orderStatusNames, statusTone } from '#features/desk/office/public.tsx';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { type OrderViewName, orderViews } from '../domain/order-filter.ts';
import { useListAddress } from './list-address.ts';
import { ChoiceFilter, DayFilter, TextFilter } from './list-filters.tsx';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { OrderBulk } from './order-bulk.tsx';

type Page = OfficeAnswer<'orders-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<OrderViewName, string>> = {
  all: markedText('All'),
  waiting: markedText('Awaiting payment'),
  overdue: markedText('Overdue plans'),
  terms_open: markedText('Terms open'),
  problem: markedText('Payment problems'),
};

const methodNames = {
  credit_card: markedText('Card'),
  bank_transfer: markedText('Bank transfer'),
  voucher: markedText('Voucher'),
} as const;

/** Orders, the newest first. View, text and filters are in the address, so that a copied link shows the same list. */
export default function OrdersPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const filters = useFilters();
  usePageTitle(text('Orders'), shopName);
  const pages = useInfiniteQuery({
    queryKey: ['orders-list', filters.applied],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after, signal }) =>
      officeCall('orders-list', { filter: filters.applied, after }, { signal }),
    getNextPageParam: ({ next }) => next,
  });
  return (
    <ListPage
      page="/orders"
      pages={pages}
      list={filters}
      sub={({ count, paid, total }) =>
        text('{count}, {paid} of {total} paid', {
          count: countText(count, { one: '{count} order', other: '{count} orders' }),
          paid: formatMoney(paid, settings),
          total: formatMoney(total, settings),
        })
      }
      views={orderViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      exports={() => officeCall('orders-export', { filter: filters.applied })}
      filters={<Filters filters={filters} items={pages.data?.pages[0]?.items ?? []} />}
      failed={text('The orders did not load')}
      nothing={text('No matching orders')}
    >
      {(rows) => <Rows rows={rows} filter={filters.applied} first={pages.data!.pages[0]!} />}
    </ListPage>
  );
}

function useFilters() {
  const { timezone } = useShopSettings();
  const list = useListAddress('/orders');
  const { typed } = list;
  const view = orderViews.find((one) => one === typed('view')) ?? 'all';
  const statuses = Object.keys(orderStatusNames) as OrderStatus[];
  const methods = Object.keys(methodNames) as (keyof typeof methodNames)[];
  return {
    ...list,
    view,
    applied: {
      view,
      text: typed('q'),
      status: statuses.find((one) => one === typed('status')) ?? null,
      method: methods.find((one) => one === typed('method')) ?? null,
      item: typed('item') || null,
      from: edgeOfTypedDay(typed('from'), timezone, 0),
      until: edgeOfTypedDay(typed('until'), timezone, 1),
    },
  };
}

type FilterState = ReturnType<typeof useFilters>;

function Filters({ filters: { typed, choose }, items }: { filters: FilterState; items: Page['items'] }) {
  const { text, translate } = useLanguage();
  return (
    <>
      <TextFilter label={text('Code, name, email')} filters={{ typed, choose }} />
      <DayFilter name="from" label={text('Placed from')} filters={{ typed, choose }} />
      <DayFilter name="until" label={text('Placed until')} filters={{ typed, choose }} />
      <ChoiceFilter
        name="status"
        label={text('State')}
        filters={{ typed, choose }}
        options={Object.entries(orderStatusNames).map(([value, name]) => ({ value, label: translate(name) }))}
      />
      <ChoiceFilter
        name="item"
        label={text('Item')}
        filters={{ typed, choose }}
        options={items.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <ChoiceFilter
        name="method"
        label={text('Paid by')}
        filters={{ typed, choose }}
        options={Object.entries(methodNames).map(([value, name]) => ({ value, label: translate(name) }))}
      />
    </>
  );
}

interface RowsProps {
  rows: readonly Row[];
  filter: FilterState['applied'];
  first: Page;
}

function Rows({ rows, filter, first }: RowsProps) {
  const { text, translate } = useLanguage();
  const choice = useChoice(rows, ({ code }) => code, filter);
  const list = (
    <List
      caption={text('Orders')}
      choice={choice?.list}
      rows={rows}
      rowKey={({ code }) => code}
      href={({ code }) => `/orders/${code}`}
      columns={[
        { key: 'code', header: text('Order'), fits: 'whole', cell: ({ code }) => <b>{code}</b> },
        { key: 'buyer', header: text('Buyer'), fits: 'name', cell: ({ customer_name: name }) => name },
        {
          key: 'placed',
          header: text('Placed'),
          fits: 'whole',
          cell: ({ created_at: at }) => <Moment at={at} />,
        },
        { key: 'items', header: text('Items'), fits: 'rest', cell: ({ items }) => itemsText(items), wideOnly: true },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: ({ status, is_overdue: isOverdue, are_terms_open: areTermsOpen }) => (
            <span className={styles.chips}>
              <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>
              {isOverdue && <StatusChip tone="bad">{text('Overdue')}</StatusChip>}
              {areTermsOpen && <StatusChip tone="warn">{text('Terms open')}</StatusChip>}
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
