import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type TabbedPage, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { keepInSight } from '#ui/office/in-sight.ts';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { PrintButton } from '#ui/office/print-button.tsx';
import { PrintHead } from '#ui/office/print-head.tsx';
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
  page: TabbedPage;
  pages: UseInfiniteQueryResult<InfiniteData<Page>>;
  list: ListAddress;
  /** The line below the heading, from the first page. Left out unless everything was counted. */
  sub: (first: Page) => string;
  views?: readonly { view: string; label: string }[];
  filters: ReactNode;
  /** Left out for a list that is not exported. */
  exports?: () => Promise<Exported>;
  actions?: ReactNode;
  /** What to say when it did not load, and when no row matches. */
  failed: string;
  nothing: string;
  children: (rows: Page['rows'][number][]) => ReactNode;
}

/** A list with views and filters, whose next rows come on request. */
export function ListPage<Page extends PageOfRows>({
  page,
  pages,
  list,
  sub,
  views = [],
  filters,
  exports,
  actions,
  failed,
  nothing,
  children,
}: ListPageProps<Page>) {
  const { text } = useLanguage();
  const { may, shopName } = useStaffSession();
  const narrowedBy = useRef<HTMLDivElement>(null);
  const { locale } = useShopSettings();
  const first = pages.data?.pages[0];
  const { name, ...tabs } = usePageTabs(page);
  const view = views.find((one) => one.view === list.typed('view')) ?? views[0];
  return (
    <>
      <PrintHead shop={shopName} name={view ? `${name}: ${view.label}` : name} filters={narrowedBy} />
      <PageHead
        heading={name}
        sub={
          first &&
          (first.is_more ? text('More than {count} match.', { count: first.count.toLocaleString(locale) }) : sub(first))
        }
        actions={
          <>
            {actions}
            <PrintButton />
            {exports && may('people.export-list') && <ExportButton name={page.split('/').at(-1)!} exports={exports} />}
          </>
        }
        {...tabs}
      />
      <Panel heading={view?.label ?? name} hidesHeading flush>
        {view && (
          <nav className={styles.views} aria-label={text('Views')}>
            {views.map((one) => (
              <Link
                key={one.view}
                to={list.addressOf(one.view)}
                aria-current={one === view ? 'page' : undefined}
                {...(one === view && { ref: keepInSight })}
              >
                {one.label}
              </Link>
            ))}
          </nav>
        )}
        <div ref={narrowedBy} className={styles.filters}>
          {filters}
        </div>
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
