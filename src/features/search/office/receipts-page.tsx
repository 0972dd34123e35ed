import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { sortIn } from '../domain/list-sort.ts';
import { type ReceiptViewName, receiptViews } from '../domain/receipt-filter.ts';
import { sourceText } from '../words/list-words.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

type Page = OfficeAnswer<'receipts-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<ReceiptViewName, string>> = {
  all: markedText('All'),
  left: markedText('Not fully booked'),
  returned: markedText('Sent or charged back'),
};

/** Money that arrived, latest first. Each row leads to its order, or to the inbox while it waits there. */
function ReceiptsPage() {
  const language = useLanguage();
  const { text, translate, countText } = language;
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const list = useListAddress('/money/receipts');
  const filter = filterIn(list.parameter, settings.timezone);
  usePageTitle(text('Money received'), shopName);
  const sort = sortIn('/money/receipts', list.parameter('sort'));
  const pages = usePages(['receipts-list', filter, sort], (after: string | null, options) =>
    officeCall('receipts-list', { filter, sort, after }, options),
  );
  const { sources } = pages.query.data?.pages[0] ?? { sources: undefined };
  return (
    <ListPage
      page="/money/receipts"
      pages={pages}
      list={list}
      sub={({ count, amount, left, returned }) =>
        [
          countText(count, { one: '{count} receipt', other: '{count} receipts' }),
          formatMoney(amount, settings),
          ...(left === 0 ? [] : [text('{amount} left', { amount: formatMoney(left, settings) })]),
          ...(returned === 0
            ? []
            : [text('{amount} sent or charged back', { amount: formatMoney(returned, settings) })]),
        ].join(' · ')
      }
      views={receiptViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
      columns={{
        received: text('Received'),
        way: text('Method'),
        number: text('Number and text'),
        state: text('State'),
        left: text('Left'),
        returned: text('Sent or charged back'),
        amount: text('Amount'),
      }}
      exports={(part, options) => officeCall('receipts-export', { filter, sort, ...part }, options)}
      filters={[
        { kind: 'text', label: text('Number, order, amount') },
        { kind: 'days', label: text('Received') },
        {
          kind: 'choice',
          name: 'way',
          label: text('Method'),
          options: sources?.map((value) => ({ value, label: sourceText(language, value) })) ?? null,
        },
        {
          kind: 'choice',
          name: 'order',
          label: text('Order'),
          options: [
            { value: 'yes', label: text('With an order') },
            { value: 'no', label: text('Without an order') },
          ],
        },
      ]}
      counts={(queries, { all, ...options }) =>
        officeCall('receipts-count', { filters: queries.map(countedBy(filterIn, settings.timezone)), all }, options)
      }
      newestAt={({ received_at: at }) => at}
      rowAddress={hrefOf}
      failed={text('The list did not load')}
      nothing={text('No matching receipts')}
      empty={text('Money appears here once it arrives through a provider or is recorded.')}
    >
      {(rows) => <Rows rows={rows} />}
    </ListPage>
  );
}

export default withDefaultView('/money/receipts', ReceiptsPage);

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  view: receiptViews.find((one) => one === parameter('view')) ?? 'all',
  text: parameter('q'),
  source: parameter('way') || null,
  matched: { yes: true, no: false }[parameter('order')] ?? null,
  ...momentsIn(parameter, timezone),
});

function Rows({ rows }: { rows: readonly Row[] }) {
  const language = useLanguage();
  const { text } = language;
  const settings = useShopSettings();
  const money = (amount: number, currency: string) => (
    <span className="tabular">{formatMoney(amount, { ...settings, currency })}</span>
  );
  return (
    <List
      caption={text('Money received')}
      rows={rows}
      rowKey={({ id }) => String(id)}
      href={hrefOf}
      columns={[
        {
          key: 'order',
          header: text('Order'),
          fits: 'name',
          cell: ({ order, customer_name: name }) => (
            <>
              <b>{order ?? text('Without an order')}</b>
              {name && <small className={styles.below}>{name}</small>}
            </>
          ),
        },
        {
          key: 'received',
          header: text('Received'),
          fits: 'whole',
          cell: ({ received_at: at }) => <Moment at={at} />,
        },
        { key: 'way', header: text('Method'), cell: ({ source }) => sourceText(language, source), wideOnly: true },
        {
          key: 'number',
          header: text('Number and text'),
          fits: 'rest',
          cell: ({ number, words }) => (
            <>
              {number ?? '–'}
              {words && <small className={styles.below}>{words}</small>}
            </>
          ),
          wideOnly: true,
        },
        {
          key: 'state',
          header: text('State'),
          fits: 'whole',
          inBlock: 'aside',
          cell: ({ is_open: isOpen }) => isOpen && <StatusChip tone="warn">{text('In the inbox')}</StatusChip>,
        },
        {
          key: 'left',
          header: text('Left'),
          align: 'end',
          cell: ({ left, currency }) => (left === 0 ? '–' : money(left, currency)),
          wideOnly: true,
        },
        {
          key: 'returned',
          header: text('Sent or charged back'),
          align: 'end',
          cell: ({ returned, currency }) => (returned === 0 ? '–' : money(returned, currency)),
          wideOnly: true,
        },
        {
          key: 'amount',
          header: text('Amount'),
          align: 'end',
          cell: ({ amount, currency }) => money(amount, currency),
        },
      ]}
    />
  );
}

function hrefOf({ id, order, is_open: isOpen }: Row): string | undefined {
  if (isOpen) return `/inbox/${encodeURIComponent(`receipt:${id}`)}`;
  return order === null ? undefined : `/orders/${order}`;
}
