import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { ExportButton, type Exported } from './export-button.tsx';
import type { ListAddress } from './list-address.ts';
import styles from './list-page.module.css';

/** A page of rows, as the calls of lists answer. */
interface PageOfRows {
  rows: readonly unknown[];
  count: number;
  is_more: boolean;
}

interface ListPageProps<Page extends PageOfRows> {
  page: keyof typeof listNames;
  pages: UseInfiniteQueryResult<InfiniteData<Page>>;
  list: ListAddress;
  /** The line below the heading, from the first page; said only of what was counted completely. */
  sub: (first: Page) => string;
  views?: readonly { view: string; label: string }[];
  filters: ReactNode;
  exports: () => Promise<Exported>;
  /** What to say when it did not load, and when no row matches. */
  failed: string;
  nothing: string;
  children: (rows: Page['rows'][number][]) => ReactNode;
}

/** The lists beside each other, for `translate`. */
const listNames = {
  '/orders': markedText('Orders'),
  '/tickets': markedText('Tickets'),
  '/people': markedText('People'),
} as const;

/** A list with views and filters, whose next rows come on request. */
export function ListPage<Page extends PageOfRows>({
  page,
  pages,
  list,
  sub,
  views = [],
  filters,
  exports,
  failed,
  nothing,
  children,
}: ListPageProps<Page>) {
  const { text, translate } = useLanguage();
  const { may } = useStaffSession();
  const { locale } = useShopSettings();
  const first = pages.data?.pages[0];
  const name = translate(listNames[page]);
  const view = views.find((one) => one.view === list.typed('view')) ?? views[0];
  return (
    <>
      <PageHead
        heading={name}
        sub={
          first &&
          (first.is_more ? text('More than {count} match.', { count: first.count.toLocaleString(locale) }) : sub(first))
        }
        actions={may('people.export-list') && <ExportButton name={page.slice(1)} exports={exports} />}
        tabs={Object.entries(listNames).map(([to, label]) => ({
          to,
          label: translate(label),
          current: to === page,
        }))}
        tabsLabel={text('Lists')}
      />
      <Panel heading={view?.label ?? name} hidesHeading flush>
        {view && (
          <nav className={styles.views} aria-label={text('Views')}>
            {views.map((one) => (
              <Link key={one.view} to={list.addressOf(one.view)} aria-current={one === view ? 'page' : undefined}>
                {one.label}
              </Link>
            ))}
          </nav>
        )}
        <div className={styles.filters}>{filters}</div>
        <QueryState query={pages} failed={failed}>
          {({ pages: loaded }) => {
            const rows = loaded.flatMap((one): Page['rows'][number][] => [...one.rows]);
            return rows.length > 0 ? children(rows) : <Nothing heading={nothing} onReset={list.reset} />;
          }}
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

function Nothing({ heading, onReset }: { heading: string; onReset: () => void }) {
  const { text } = useLanguage();
  return (
    <StateMessage
      icon={<OrdersIcon />}
      heading={heading}
      action={
        <Button kind="secondary" small onClick={onReset}>
          {text('Clear filters')}
        </Button>
      }
    />
  );
}
