import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

type Page = OfficeAnswer<'sales-of-day'>;
type Row = Page['rows'][number];

const DUES = ['overdue', 'in_7_days', 'in_30_days'] as const;

const headings: Readonly<Record<string, string>> = {
  sales: markedText('Sold'),
  'money-in': markedText('Money in'),
  'refunds-out': markedText('Refunds out'),
  overdue: markedText('Plan parts that are overdue'),
  in_7_days: markedText('Plan parts due in 7 days'),
  in_30_days: markedText('Plan parts due in 30 days'),
};

const bookings: Readonly<Record<string, string>> = {
  payment: markedText('Payment'),
  suspense: markedText('Money without an order'),
  refund_paid: markedText('Refund'),
  returned: markedText('Sent back'),
  order_returned: markedText('Sent back'),
};

/** The rows behind a figure of Today; their sum is the figure. */
export default function FigureListPage() {
  const { text, countText, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const settings = useShopSettings();
  const { figure = 'sales' } = useParams();
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  const due = DUES.find((one) => one === search.get('due')) ?? 'in_7_days';
  const isPlans = figure === 'plans';
  const heading = translate(headings[isPlans ? due : figure] ?? headings.sales!);
  usePageTitle(heading, shopName);
  const pages = useInfiniteQuery({
    queryKey: ['figure', figure, day, due],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam: after, signal }): Promise<Page> => {
      if (isPlans) return officeCall('plan-parts', { due, after }, { signal });
      if (figure === 'sales') return officeCall('sales-of-day', { day, after }, { signal });
      return officeCall('money-of-day', { day, way: figure === 'money-in' ? 'in' : 'out', after }, { signal });
    },
    getNextPageParam: ({ next }) => next,
  });
  const first = pages.data?.pages[0];
  const when = day === '' ? text('today') : formatDay(`${day}T12:00:00Z`, { ...settings, timezone: 'UTC' });
  return (
    <>
      <PageHead
        heading={heading}
        sub={
          first &&
          [
            ...(isPlans ? [] : [when]),
            formatMoney(first.amount, settings),
            countText(first.count, { one: '{count} row', other: '{count} rows' }),
            ...(figure === 'sales'
              ? [countText(first.tickets, { one: '{count} ticket', other: '{count} tickets' })]
              : []),
          ].join(' · ')
        }
        actions={<Link to="/">{text('Back to Today')}</Link>}
      />
      <Panel heading={heading} flush>
        <QueryState query={pages} failed={text('The list did not load')}>
          {({ pages: loaded }) => <Rows rows={loaded.flatMap(({ rows }) => rows)} caption={heading} />}
        </QueryState>
        {pages.hasNextPage && (
          <p style={{ padding: 16 }}>
            <Button kind="secondary" small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {text('Show 50 more')}
            </Button>
          </p>
        )}
      </Panel>
    </>
  );
}

function Rows({ rows, caption }: { rows: readonly Row[]; caption: string }) {
  const language = useLanguage();
  const { text } = language;
  const { may } = useStaffSession();
  const settings = useShopSettings();
  if (rows.length === 0) return <StateMessage icon={<CheckIcon />} heading={text('Nothing here')} />;
  const isOrder = may('orders.see');
  return (
    <List
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'order',
          header: text('Order'),
          cell: ({ order, customer_name: name }) => (
            <>
              {order === null ? '–' : isOrder ? <Link to={`/orders/${order}`}>{order}</Link> : order}
              {name !== null && <small>{name}</small>}
            </>
          ),
        },
        { key: 'what', header: text('What'), wideOnly: true, cell: (row) => whatText(language, row) },
        { key: 'at', header: text('When'), cell: ({ at }) => <Moment at={at} /> },
        {
          key: 'amount',
          header: text('Amount'),
          align: 'end',
          cell: ({ amount }) => formatMoney(amount, settings),
        },
      ]}
    />
  );
}

/** Says what a row is: of a booking its kind and account, of a plan's part its reference, of an order its tickets. */
function whatText({ translate, countText }: Language, { what, tickets }: Row): string {
  if (what === '') return countText(tickets, { one: '{count} ticket', other: '{count} tickets' });
  const [kind = '', account = ''] = what.split(' ');
  const name = bookings[kind];
  return name === undefined ? what : `${translate(name)} · ${account.replace(/^gateway:/, '')}`;
}
