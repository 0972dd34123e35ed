import type { InfiniteData } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { rememberList } from '#browser/last-list.ts';
import type { OfficeCallOptions } from '#browser/office-api.ts';
import { type TabbedPage, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import type { Language } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Folded } from '#ui/office/folded.tsx';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { HiddenColumns, ListSorting } from '#ui/office/list.tsx';
import { MoreMenu } from '#ui/office/more-menu.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { PrintHead } from '#ui/office/print-head.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { hiddenIn, hideParameter, leftOutOfExport } from '../domain/list-columns.ts';
import {
  columnOf,
  isDescending,
  sortAfterPress,
  sortedColumns,
  sortIn,
  sortsOf,
  usualSort,
} from '../domain/list-sort.ts';
import { hasNames } from '../domain/personal-columns.ts';
import type { SavedList } from '../domain/saved-view.ts';
import { CountAll } from './count-all.tsx';
import { ExportButton, type ExportedPart } from './export-button.tsx';
import { type ListAddress, parametersIn } from './list-address.ts';
import { FilterBar, filterWords, type GoneFilter, goneFilters, type ListFilter } from './list-filters.tsx';
import styles from './list-page.module.css';
import { useFocusOfOpenedRow, useListKeys, useNearEnd, usePrefetchedOrder } from './list-rows.ts';
import { NewRows } from './new-rows.tsx';
import { PrintList } from './print-list.tsx';
import { sortWords } from './sort-words.ts';
import type { ListPages } from './use-pages.ts';
import { type CountRows, useViewTabs, ViewTabs } from './view-tabs.tsx';

/** A page of rows, as the calls of lists return it. */
interface PageOfRows {
  rows: readonly unknown[];
  count: number;
  has_more: boolean;
}

interface ListPageProps<Page extends PageOfRows> {
  page: TabbedPage & SavedList;
  pages: ListPages<Page>;
  list: ListAddress;
  /** The line below the heading, from the first page. Left out unless everything was counted. */
  sub: (first: Page) => string;
  views?: readonly { view: string; label: string }[];
  filters: readonly ListFilter[];
  counts: CountRows;
  /** When a row was created, in lists that begin with the newest. Such lists show how many rows are newer. */
  newestAt?: (row: Page['rows'][number]) => string;
  /** The address that a row opens. */
  rowAddress?: (row: Page['rows'][number]) => string | undefined;
  /** The headings of the columns that can be hidden, by their keys. */
  columns: Readonly<Record<string, string>>;
  /** Left out for a list that is not exported. `without`: columns that are not shown. */
  exports?: (
    part: { readonly without: string[]; readonly after: string | null },
    options: OfficeCallOptions,
  ) => Promise<ExportedPart>;
  actions?: ReactNode;
  /** Shown when the list did not load, and when no row matches. */
  failed: string;
  nothing: string;
  /** What will be listed, for a list that is empty without any filter. */
  empty?: string;
  children: (rows: Page['rows'][number][]) => ReactNode;
}

/** A list with views and filters, which loads more rows on request. */
export function ListPage<Page extends PageOfRows>({
  page,
  pages: { query: pages, fetchAhead },
  list,
  sub,
  views = [],
  filters,
  counts,
  newestAt,
  rowAddress,
  columns,
  exports,
  actions,
  failed,
  nothing,
  empty,
  children,
}: ListPageProps<Page>) {
  const language = useLanguage();
  const { text } = language;
  const { may, shopName, person } = useStaffSession();
  const filterBar = useRef<HTMLDivElement>(null);
  const { locale } = useShopSettings();
  const first = pages.data?.pages[0];
  const { name, ...tabs } = usePageTabs(page);
  const { current } = useViewTabs({ page, list, builtIn: views });
  const hidden = hiddenIn(page, list.parameter('hide'));
  const without = leftOutOfExport(page, hidden);
  const order = { list: page, view: list.parameter('view') || list.firstView };
  const usual = usualSort(page, order.view);
  const sort = sortIn(page, list.parameter('sort')) ?? usual;
  const chooseSort = (chosen: string) => list.choose({ sort: chosen === usual ? '' : chosen });
  const gone = goneFilters(list, filters);
  const isGone = gone.length > 0;
  const rows = rowsOf(pages.data);
  const title = text('{list}: {view}', { list: name, view: current.label });
  const address = `${list.path}${list.query === '' ? '' : `?${list.query}`}`;
  useEffect(() => {
    if (rowAddress)
      rememberList({
        address,
        state: list.state,
        name: title,
        rows: rows.flatMap((row) => rowAddress(row) ?? []),
      });
  });
  useListKeys(person.uses_shortcuts);
  usePrefetchedOrder();
  useFocusOfOpenedRow(address, rows.length > 0);
  const foot = useNearEnd(fetchAhead);
  const hasKeys = person.uses_shortcuts && rows.length > 0;
  return (
    <>
      <PrintHead
        shop={shopName}
        name={title}
        filters={filterBar}
        note={
          first && !isGone ? shownText(language, locale, { shown: rows.length, first, isAll: !pages.hasNextPage }) : ''
        }
      />
      <PageHead
        heading={name}
        sub={
          first &&
          !isGone &&
          (first.has_more ? <CountAll page={page} list={list} counts={counts} counted={first.count} /> : sub(first))
        }
        actions={
          <>
            <div className={styles.columns}>
              <MoreMenu
                label={text('Columns')}
                actions={Object.entries(columns).map(([key, label]) => ({
                  label,
                  isOn: !hidden.includes(key),
                  onPress: () => list.choose({ hide: hideParameter(page, hidden, key) }),
                }))}
              />
            </div>
            {actions}
            <Folded small label={text('More')}>
              <PrintList
                count={first?.count ?? 0}
                hasMore={first?.has_more ?? false}
                loaded={rows.length}
                hasNextPage={pages.hasNextPage}
                loadNextPage={async () => {
                  const { data, isError, hasNextPage } = await pages.fetchNextPage();
                  return { isError, hasNextPage, rows: rowsOf(data).length };
                }}
              />
              {exports && first && !isGone && may('people.export-list') && (
                <ExportButton
                  name={page.split('/').at(-1)!}
                  hasNames={hasNames(page, without)}
                  load={(after, options) => exports({ without, after }, options)}
                  count={first.count}
                  hasMore={first.has_more}
                />
              )}
            </Folded>
          </>
        }
        {...tabs}
      />
      <Panel heading={current.label} hidesHeading flush>
        <ViewTabs
          page={page}
          list={list}
          builtIn={views}
          counts={counts}
          wordsOf={(query) => {
            const chosen = sortIn(page, parametersIn(query)('sort'));
            const words = filterWords(language, query, { filters, views });
            return chosen === null ? words : `${words}, ${sortWords(language, chosen, columns)}`;
          }}
        />
        <div ref={filterBar} className={styles.filters}>
          <FilterBar
            list={list}
            filters={filters}
            sort={sort === usual ? '' : sort}
            sorts={sortsOf(page).map((one) => ({
              value: one === usual ? '' : one,
              label: sortWords(language, one, columns),
            }))}
          />
        </div>
        {newestAt && sort === usual && first && !isGone && (
          <NewRows
            page={page}
            list={list}
            counts={counts}
            newest={rows[0] === undefined ? null : newestAt(rows[0])}
            loadedAt={pages.dataUpdatedAt}
            isBusy={pages.isRefetching}
            onShow={() => void pages.refetch()}
          />
        )}
        {isGone ? (
          <GoneFilters gone={gone} list={list} />
        ) : (
          <QueryState query={pages} failed={failed}>
            {() =>
              rows.length > 0 ? (
                <HiddenColumns value={hidden}>
                  <ListSorting
                    value={{
                      column: columnOf(sort),
                      isDescending: isDescending(sort),
                      columns: sortedColumns[page],
                      press: (column) => chooseSort(sortAfterPress(order, sort, column as never)),
                    }}
                  >
                    {children(rows)}
                  </ListSorting>
                </HiddenColumns>
              ) : (
                <NoRows
                  heading={nothing}
                  empty={list.query === '' && list.state === null ? empty : undefined}
                  onReset={() => list.choose(Object.fromEntries([...namesOf(filters), 'q'].map((part) => [part, ''])))}
                />
              )
            }
          </QueryState>
        )}
        {!isGone && (pages.hasNextPage || hasKeys) && (
          <div ref={foot} className={styles.foot}>
            {pages.hasNextPage && (
              <Button kind="secondary" small busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {text('Show 50 more')}
              </Button>
            )}
            {pages.hasNextPage && first && !first.has_more && (
              <span>
                {text('{shown} of {count}', {
                  shown: rows.length.toLocaleString(locale),
                  count: first.count.toLocaleString(locale),
                })}
              </span>
            )}
            {hasKeys && <KeyHints />}
          </div>
        )}
      </Panel>
    </>
  );
}

const rowsOf = <Page extends PageOfRows>(data: InfiniteData<Page> | undefined): Page['rows'][number][] =>
  data?.pages.flatMap((one): Page['rows'][number][] => [...one.rows]) ?? [];

/** How many of the list's rows are shown, for paper. */
function shownText(
  { text }: Language,
  locale: string,
  { shown, first, isAll }: { readonly shown: number; readonly first: PageOfRows; readonly isAll: boolean },
): string {
  if (shown < 2) return '';
  if (isAll) return text('All {count} rows', { count: shown.toLocaleString(locale) });
  const counts = { shown: shown.toLocaleString(locale), count: first.count.toLocaleString(locale) };
  return first.has_more
    ? text('Only the first {shown} rows, of more than {count}', counts)
    : text('Only the first {shown} of {count} rows', counts);
}

const namesOf = (filters: readonly ListFilter[]): string[] =>
  filters.flatMap((filter) => {
    if (filter.kind === 'choice') return [filter.name];
    return filter.kind === 'days' ? ['days', 'from', 'until'] : [];
  });

function NoRows({ heading, empty, onReset }: { heading: string; empty: string | undefined; onReset: () => void }) {
  const { text } = useLanguage();
  if (empty !== undefined) {
    return (
      <StateMessage icon={<OrdersIcon />} heading={text('Nothing here yet')}>
        {empty}
      </StateMessage>
    );
  }
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

/** Shown instead of rows, because a list without that filter would show more than the name of its view says. */
function GoneFilters({ gone, list }: { gone: readonly GoneFilter[]; list: ListAddress }) {
  const { text } = useLanguage();
  return (
    <StateMessage
      icon={<OrdersIcon />}
      heading={text('This view has a filter that no longer exists')}
      action={
        <Button
          kind="secondary"
          small
          onClick={() => list.choose(Object.fromEntries(gone.map(({ name }) => [name, ''])))}
        >
          {text('Remove the filter')}
        </Button>
      }
    >
      {gone.map(({ label, value }) => text('{filter}: {value}', { filter: label, value })).join(', ')}
    </StateMessage>
  );
}

function KeyHints() {
  const { text } = useLanguage();
  return (
    <span className={styles.keys}>
      <kbd>J</kbd> <kbd>K</kbd> {text('move')} <kbd>X</kbd> {text('select')} <kbd>F</kbd> {text('filter')}
    </span>
  );
}
