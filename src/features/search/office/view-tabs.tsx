import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { TheirValue, useChange, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { MoreMenu } from '#ui/office/more-menu.tsx';
import { TabRow } from '#ui/office/tab-row.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { type DefaultView, isSameTab, type TabOfList } from '../domain/default-view.ts';
import { type SavedList, savedQuery } from '../domain/saved-view.ts';
import { type ListAddress, type ParameterOf, parametersIn } from './list-address.ts';
import styles from './view-tabs.module.css';

const SaveView = lazy(() => import('./save-view.tsx'));
const DefaultViewDialog = lazy(() => import('./default-view-dialog.tsx'));
const DeleteView = lazy(() => import('./delete-view.tsx'));

export type SavedView = OfficeAnswer<'views-list'>['views'][number];

interface ViewTab {
  key: string;
  label: string;
  /** The filters of the view. */
  query: string;
  /** Null for a view that every shop has. */
  saved: SavedView | null;
}

/** The filters of a list whose rows are counted. */
interface CountQuery {
  parameter: ParameterOf;
  /** Only rows later than this one. */
  after: string | null;
}

export type CountRows = (
  queries: readonly CountQuery[],
  options: { signal: AbortSignal; polls: boolean; all: boolean },
) => Promise<{ counts: readonly { count: number; has_more: boolean }[] }>;

interface ViewTabsProps {
  page: SavedList;
  list: ListAddress;
  builtIn: readonly { view: string; label: string }[];
  counts: CountRows;
  /** Describes what a view shows, in the words of the filter bar. */
  wordsOf: (query: string) => string;
}

/** The views of a list: those that every shop has, those that colleagues share, and the person's own. */
export function useViewTabs({ page, list, builtIn }: Omit<ViewTabsProps, 'counts' | 'wordsOf'>) {
  const { text } = useLanguage();
  const { data } = useOfficeCall('views-list', { list: page });
  const first = builtIn.length > 0 ? builtIn : [{ view: list.firstView, label: text('All') }];
  const tabs: ViewTab[] = [
    ...first.map(({ view, label }) => ({
      key: view,
      label,
      query: view === list.firstView ? '' : savedQuery(`view=${view}`),
      saved: null,
    })),
    ...(data?.views ?? []).map((saved) => ({ key: String(saved.id), label: saved.name, query: saved.query, saved })),
  ];
  const requested = list.parameter('saved');
  // A copied link can name a colleague's own view, which is missing here. Its filters then count as unsaved changes.
  const current =
    tabs.find(({ saved }) => saved !== null && String(saved.id) === requested) ??
    tabs.find(({ key, saved }) => saved === null && key === (list.parameter('view') || list.firstView)) ??
    tabs[0]!;
  // The first view is not among the filters, although it can be in the address.
  const filters = savedQuery(list.query)
    .split('&')
    .filter((part) => part !== `view=${list.firstView}`)
    .join('&');
  return { tabs, current, filters, isChanged: filters !== current.query, defaults: data?.defaults ?? [] };
}

/** The filters that somebody else saved in the view after this person had changed the list's filters. */
function useTheirFilters({ key, query, saved }: ViewTab, isChanged: boolean): string | undefined {
  const [known, setKnown] = useState({ key, query });
  const isFollowed = known.key !== key || !isChanged;
  if (isFollowed && (known.key !== key || known.query !== query)) setKnown({ key, query });
  return saved === null || isFollowed || known.query === query ? undefined : query;
}

const addressOf = (list: ListAddress, { query, saved }: ViewTab): string => {
  const first = query === '' && saved === null && list.opening !== '' ? `view=${list.firstView}` : '';
  const whole = [query, first, ...(saved === null ? [] : [`saved=${saved.id}`])]
    .filter((part) => part !== '')
    .join('&');
  return whole === '' ? list.path : `${list.path}?${whole}`;
};

type Doing = 'save' | 'rename' | 'default' | 'delete';

export function ViewTabs(props: ViewTabsProps) {
  const { page, list, counts, wordsOf } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { text, translate } = useLanguage();
  const { locale } = useShopSettings();
  const { may } = useStaffSession();
  const { tabs, current, filters, isChanged, defaults } = useViewTabs(props);
  const theirs = useTheirFilters(current, isChanged);
  const { running, failure, run } = useChange();
  const [doing, setDoing] = useState<Doing | null>(null);
  const counted = useQuery({
    queryKey: ['view-counts', page, tabs.map(({ query }) => query)],
    queryFn: ({ signal }) =>
      counts(
        tabs.map(({ query }) => ({ parameter: parametersIn(query), after: null })),
        { signal, polls: true, all: false },
      ),
  });
  const { saved } = current;
  const mayShare = may('views.share');
  const mayChange = saved !== null && (!saved.is_shared || mayShare);
  const hasSearch = list.parameter('q') !== '';
  const change = async (changed: Partial<SavedView>) => {
    const { id: _, ...was } = saved!;
    const done = await run('view-change', { ...saved!, ...changed, was });
    // Shows somebody else's change.
    if (!done) await queries.invalidateQueries({ queryKey: ['views-list'] });
  };
  const shared: TabOfList | null =
    saved === null
      ? { built_in: current.key, saved: null }
      : saved.is_shared
        ? { built_in: null, saved: saved.id }
        : null;
  const ownActions = (view: SavedView) => [
    { label: text('Rename…'), onPress: () => setDoing('rename') },
    { label: text('Move left'), onPress: () => void run('view-move', { id: view.id, by: 'left' }) },
    { label: text('Move right'), onPress: () => void run('view-move', { id: view.id, by: 'right' }) },
    ...(mayShare
      ? [
          view.is_shared
            ? { label: text('Stop sharing'), onPress: () => void change({ is_shared: false }) }
            : { label: text('Share with everybody'), onPress: () => void change({ is_shared: true }) },
        ]
      : []),
    { label: text('Delete…'), onPress: () => setDoing('delete') },
  ];
  return (
    <div className={styles.bar}>
      <TabRow
        label={text('Views')}
        kind="pills"
        tabs={tabs.map((tab, index) => {
          const count = counted.data?.counts[index];
          return {
            key: tab.key,
            to: addressOf(list, tab),
            isCurrent: tab === current,
            content: (
              <>
                {tab.label}
                {count && (
                  <small>
                    {count.count.toLocaleString(locale)}
                    {count.has_more && '+'}
                  </small>
                )}
                {tab === current && isChanged && (
                  <>
                    <i aria-hidden="true" />
                    <span className="visually-hidden">{text('changed')}</span>
                  </>
                )}
              </>
            ),
          };
        })}
      />
      <div className={styles.actions}>
        {isChanged && mayChange && (
          <Button kind="text" small busy={running !== null} onClick={() => void change({ query: filters })}>
            {text('Save')}
          </Button>
        )}
        {isChanged && (
          <Button kind="text" small onClick={() => setDoing('save')}>
            {text('Save as a view…')}
          </Button>
        )}
        {(isChanged || hasSearch) && (
          <Link to={addressOf(list, current)} className={styles.reset}>
            {text('Reset')}
          </Link>
        )}
        {(mayChange || mayShare) && (
          <MoreMenu
            label={text('View options')}
            actions={[
              ...(mayShare && shared !== null
                ? [{ label: text('Default for roles…'), onPress: () => setDoing('default') }]
                : []),
              ...(mayChange ? ownActions(saved) : []),
            ]}
          />
        )}
      </div>
      <div className={styles.below}>
        {theirs === undefined && failure !== null && (
          <p role="alert" className={styles.failure}>
            {translate(failure)}
          </p>
        )}
        <TheirValue
          value={theirs === undefined ? undefined : wordsOf(theirs)}
          onUse={() => navigate(addressOf(list, current))}
        />
      </div>
      <Suspense>
        {doing === 'save' && (
          <SaveView
            list={list}
            page={page}
            view={{ id: null, name: '', query: filters, is_shared: false }}
            hasSearch={hasSearch}
            onClose={() => setDoing(null)}
          />
        )}
        {doing === 'rename' && saved && (
          <SaveView list={list} page={page} view={saved} hasSearch={false} onClose={() => setDoing(null)} />
        )}
        {doing === 'default' && shared !== null && (
          <DefaultViewDialog
            page={page}
            name={current.label}
            tab={shared}
            roles={defaults.filter((one) => isSameTab(one as DefaultView, shared)).map(({ role }) => role)}
            onClose={() => setDoing(null)}
          />
        )}
        {doing === 'delete' && saved && <DeleteView list={list} view={saved} onClose={() => setDoing(null)} />}
      </Suspense>
    </div>
  );
}
