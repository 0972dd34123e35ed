import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { FigureRows } from './figure-rows.tsx';

type Page = OfficeAnswer<'sales-of-day'>;

const DUES = ['overdue', 'in_7_days', 'in_30_days'] as const;

const headings: Readonly<Record<string, string>> = {
  sales: markedText('Sold'),
  'money-in': markedText('Money in'),
  'refunds-out': markedText('Refunds out'),
  overdue: markedText('Overdue instalments'),
  in_7_days: markedText('Instalments due within 7 days'),
  in_30_days: markedText('Instalments due within 30 days'),
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
          {({ pages: loaded }) => <FigureRows rows={loaded.flatMap(({ rows }) => rows)} caption={heading} />}
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
