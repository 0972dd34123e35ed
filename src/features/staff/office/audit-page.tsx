import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { WarningIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { changesOf } from './audit-changes.ts';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { useTeamTabs } from './team-tabs.ts';

type Entry = OfficeAnswer<'audit-list'>['entries'][number];

/** Who did what, newest first. The filters are in the address. */
export default function AuditPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const [filters, setFilters] = useSearchParams();
  const tabs = useTeamTabs('/audit');
  usePageTitle(text('Audit'), shopName);
  const person = Number(filters.get('person')) || null;
  const action = filters.get('action') ?? '';
  const subject = filters.get('subject') ?? '';
  const pages = useInfiniteQuery({
    queryKey: ['audit-list', { person, action, subject }],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      officeCall('audit-list', { after: pageParam, person, action, subject }, { signal }),
    getNextPageParam: ({ next }) => next,
  });
  const choose = (name: string, value: string) => {
    const changed = new URLSearchParams(filters);
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    setFilters(changed, { replace: true });
  };
  const known = pages.data?.pages[0];
  return (
    <>
      <PageHead
        heading={text('Team')}
        sub={text('Everything that was done in the office and on the command line.')}
        tabs={tabs}
        tabsLabel={text('Team')}
      />
      <Panel heading={text('Audit')} flush>
        <div className={styles.filters}>
          <SelectField
            id="audit-person"
            label={text('Who')}
            value={person === null ? '' : String(person)}
            options={[
              { value: '', label: text('Everybody') },
              ...(known?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => choose('person', value)}
          />
          <SelectField
            id="audit-action"
            label={text('What')}
            value={action}
            options={[
              { value: '', label: text('Everything') },
              ...(known?.actions ?? []).map((one) => ({ value: one, label: one })),
            ]}
            onChange={({ currentTarget: { value } }) => choose('action', value)}
          />
        </div>
        <QueryState query={pages} failed={text('The audit did not load')}>
          {({ pages: loaded }) => {
            const entries = loaded.flatMap((page) => page.entries);
            if (entries.length === 0)
              return (
                <StateMessage
                  icon={<WarningIcon />}
                  heading={text('Nothing matches')}
                  action={
                    <Button kind="secondary" small onClick={() => setFilters({}, { replace: true })}>
                      {text('Clear filters')}
                    </Button>
                  }
                />
              );
            return <Entries entries={entries} />;
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

function Entries({ entries }: { entries: readonly Entry[] }) {
  const { text } = useLanguage();
  return (
    <List
      caption={text('Audit')}
      rows={entries}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'at', header: text('When'), cell: ({ at }) => <Moment at={at} /> },
        {
          key: 'who',
          header: text('Who'),
          cell: ({ actor, via, private: where }) => (
            <>
              {actor}
              <small>{[via, where?.device].filter(Boolean).join(' · ')}</small>
            </>
          ),
        },
        {
          key: 'what',
          header: text('What'),
          cell: ({ action, subject }) => (
            <>
              {action}
              <small>{subject}</small>
            </>
          ),
        },
        {
          key: 'changes',
          header: text('Details'),
          wideOnly: true,
          cell: ({ details }) =>
            changesOf(details).map(({ name, before, after }) => (
              <small key={name}>
                {name}: {before !== undefined && <del>{before}</del>} {after}
              </small>
            )),
        },
      ]}
    />
  );
}
