import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { orderStatusNames, statusTone } from '#features/desk/office/public.tsx';
import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { DownloadIcon, OrdersIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { Money } from '#ui/price.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { toast } from '#ui/toast.tsx';
import { type OrderViewName, orderViews } from '../domain/order-filter.ts';
import styles from './orders-page.module.css';

type Page = OfficeAnswer<'orders-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<OrderViewName, string>> = {
  all: markedText('All'),
  waiting: markedText('Waiting for money'),
  overdue: markedText('Plans overdue'),
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
  const { shopName, may } = useStaffSession();
  const settings = useShopSettings();
  const filters = useFilters();
  usePageTitle(text('Orders'), shopName);
  const pages = useInfiniteQuery({
    queryKey: ['orders-list', filters.asked],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after, signal }) => officeCall('orders-list', { filter: filters.asked, after }, { signal }),
    getNextPageParam: ({ next }) => next,
  });
  const first = pages.data?.pages[0];
  return (
    <>
      <PageHead
        heading={text('Orders')}
        sub={
          first &&
          (first.is_more
            ? text('More than {count} match.', { count: first.count.toLocaleString(settings.locale) })
            : text('{count}, {paid} of {total} paid', {
                count: countText(first.count, { one: '{count} order', other: '{count} orders' }),
                paid: formatMoney(first.paid, settings),
                total: formatMoney(first.total, settings),
              }))
        }
        actions={may('people.export-list') && <Export filter={filters.asked} />}
      />
      <Panel heading={translate(viewNames[filters.view])} hidesHeading flush>
        <nav className={styles.views} aria-label={text('Views')}>
          {orderViews.map((view) => (
            <Link key={view} to={filters.addressOf(view)} aria-current={view === filters.view ? 'page' : undefined}>
              {translate(viewNames[view])}
            </Link>
          ))}
        </nav>
        <Filters filters={filters} items={first?.items ?? []} />
        <QueryState query={pages} failed={text('The orders did not load')}>
          {({ pages: loaded }) => <Rows rows={loaded.flatMap(({ rows }) => rows)} onReset={filters.reset} />}
        </QueryState>
        {pages.hasNextPage && (
          <p className={styles.more}>
            <Button kind="secondary" small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {text('Show 50 more')}
            </Button>
          </p>
        )}
      </Panel>
    </>
  );
}

type FilterName = 'q' | 'status' | 'method' | 'item' | 'from' | 'until';

function useFilters() {
  const { timezone } = useShopSettings();
  const [params, setParams] = useSearchParams();
  const view = orderViews.find((one) => one === params.get('view')) ?? 'all';
  const typed = (name: FilterName) => params.get(name) ?? '';
  const statuses = Object.keys(orderStatusNames) as OrderStatus[];
  const methods = Object.keys(methodNames) as (keyof typeof methodNames)[];
  return {
    view,
    typed,
    asked: {
      view,
      text: typed('q'),
      status: statuses.find((one) => one === typed('status')) ?? null,
      method: methods.find((one) => one === typed('method')) ?? null,
      item: typed('item') || null,
      from: edgeOfTypedDay(typed('from'), timezone, 0),
      until: edgeOfTypedDay(typed('until'), timezone, 1),
    },
    choose: (name: FilterName, value: string) => {
      const changed = new URLSearchParams(params);
      if (value === '') changed.delete(name);
      else changed.set(name, value);
      setParams(changed, { replace: true });
    },
    reset: () => setParams(view === 'all' ? {} : { view }, { replace: true }),
    /** A view keeps the other filters, but not a state, which it decides itself. */
    addressOf: (other: OrderViewName) => {
      const changed = new URLSearchParams(params);
      changed.delete('status');
      if (other === 'all') changed.delete('view');
      else changed.set('view', other);
      const query = changed.toString();
      return `/orders${query && `?${query}`}`;
    },
  };
}

type FilterState = ReturnType<typeof useFilters>;

function Filters({ filters: { typed, choose }, items }: { filters: FilterState; items: Page['items'] }) {
  const { text, translate } = useLanguage();
  return (
    <div className={styles.filters}>
      <TextFilter key={typed('q')} text={typed('q')} onChoose={(value) => choose('q', value)} />
      <Field
        id="orders-from"
        type="date"
        label={text('Placed from')}
        value={typed('from')}
        onChange={({ currentTarget: { value } }) => choose('from', value)}
      />
      <Field
        id="orders-until"
        type="date"
        label={text('Placed until')}
        value={typed('until')}
        onChange={({ currentTarget: { value } }) => choose('until', value)}
      />
      <SelectField
        id="orders-status"
        label={text('State')}
        value={typed('status')}
        options={[
          { value: '', label: text('Any') },
          ...Object.entries(orderStatusNames).map(([value, name]) => ({ value, label: translate(name) })),
        ]}
        onChange={({ currentTarget: { value } }) => choose('status', value)}
      />
      <SelectField
        id="orders-item"
        label={text('Item')}
        value={typed('item')}
        options={[{ value: '', label: text('Any') }, ...items.map(({ code, name }) => ({ value: code, label: name }))]}
        onChange={({ currentTarget: { value } }) => choose('item', value)}
      />
      <SelectField
        id="orders-method"
        label={text('Paid by')}
        value={typed('method')}
        options={[
          { value: '', label: text('Any') },
          ...Object.entries(methodNames).map(([value, name]) => ({ value, label: translate(name) })),
        ]}
        onChange={({ currentTarget: { value } }) => choose('method', value)}
      />
    </div>
  );
}

/** Asks when it is left or Enter is pressed, not at every letter. */
function TextFilter({ text: chosen, onChoose }: { text: string; onChoose: (value: string) => void }) {
  const { text } = useLanguage();
  const [typed, setTyped] = useState(chosen);
  const choose = () => {
    if (typed.trim() !== chosen) onChoose(typed.trim());
  };
  return (
    <Field
      id="orders-text"
      label={text('Code, name, email')}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={choose}
      onKeyDown={({ key }) => key === 'Enter' && choose()}
    />
  );
}

function Rows({ rows, onReset }: { rows: readonly Row[]; onReset: () => void }) {
  const { text, translate } = useLanguage();
  if (rows.length === 0) {
    return (
      <StateMessage
        icon={<OrdersIcon />}
        heading={text('No order matches')}
        action={
          <Button kind="secondary" small onClick={onReset}>
            {text('Clear filters')}
          </Button>
        }
      />
    );
  }
  return (
    <List
      caption={text('Orders')}
      rows={rows}
      rowKey={({ code }) => code}
      href={({ code }) => `/orders/${code}`}
      columns={[
        { key: 'code', header: text('Order'), cell: ({ code }) => <b className={styles.whole}>{code}</b> },
        { key: 'buyer', header: text('Buyer'), cell: ({ customer_name: name }) => name },
        {
          key: 'placed',
          header: text('Placed'),
          cell: ({ created_at: at }) => (
            <span className={styles.whole}>
              <Moment at={at} />
            </span>
          ),
        },
        { key: 'items', header: text('Items'), cell: ({ items }) => itemsText(items), wideOnly: true },
        {
          key: 'state',
          header: text('State'),
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
          header: text('Paid'),
          align: 'end',
          cell: ({ paid }) => <Money amount={paid} />,
          wideOnly: true,
        },
        { key: 'total', header: text('Total'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
      ]}
    />
  );
}

const itemsText = (items: Row['items']): string => items.map(({ name, count }) => `${count} × ${name}`).join(', ');

/** Saves what the list shows, with all of its pages. */
function Export({ filter }: { filter: FilterState['asked'] }) {
  const { text, countText } = useLanguage();
  const { timezone } = useShopSettings();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { csv, rows, is_cut: isCut } = await officeCall('orders-export', { filter });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
      link.download = `orders-${isoDay(localDay(new Date(), timezone))}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      const saved = countText(rows, { one: '{count} order', other: '{count} orders' });
      toast(
        isCut
          ? text('Only the newest {count} were exported. Narrow the list to export the others.', { count: rows })
          : text('{orders} exported.', { orders: saved }),
      );
    } catch {
      toast(text('The export failed. Please try again.'), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="secondary" small busy={isBusy} onClick={() => void save()}>
      <DownloadIcon size={18} />
      {text('Export as CSV')}
    </Button>
  );
}
