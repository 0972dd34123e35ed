import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeRequest } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { markedText } from '#kernel/language.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { FilterDays } from '#ui/office/filter-days.tsx';
import { Folded } from '#ui/office/folded.tsx';
import { WarningIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { PickerField } from '#ui/office/picker-field.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { auditFacts, type StatusNames } from '../words/audit-facts.ts';
import { auditSubject } from '../words/audit-subject.ts';
import { actionInWords, actorInWords } from '../words/audit-words.ts';
import { deviceInWords } from '../words/device-words.ts';
import { useStaffSession } from './staff-session.tsx';
import styles from './team.module.css';
import { useTeamTabs } from './team-tabs.ts';

type Entry = OfficeAnswer<'audit-list'>['entries'][number];

/** Texts for `translate`. */
const PLACES: Readonly<Record<NonNullable<Entry['via']>, string>> = {
  office: markedText('Office'),
  cli: markedText('Command line'),
  device: markedText('Door device'),
  system: markedText('The shop itself'),
  gateway: markedText('Payment provider'),
  customer: markedText('Customer'),
};

const PLACE_NAMES = Object.keys(PLACES) as (keyof typeof PLACES)[];

interface AuditPageProps {
  statusNames: StatusNames;
  /** The button that exports what a filter shows. If `hasMore`, there are more entries than `count`. */
  exportButton: (shown: {
    filter: OfficeRequest<'audit-export'>['filter'];
    count: number;
    hasMore: boolean;
  }) => ReactNode;
}

/** Who did what, newest first. The filters are in the address. */
export default function AuditPage({ statusNames, exportButton }: AuditPageProps) {
  const language = useLanguage();
  const { text, translate } = language;
  const { timezone } = useShopSettings();
  const { shopName } = useStaffSession();
  const [filters, setFilters] = useSearchParams();
  const tabs = useTeamTabs('/audit');
  usePageTitle(text('Audit log'), shopName);
  const person = Number(filters.get('person')) || null;
  const action = filters.get('action') ?? '';
  const subject = filters.get('subject') ?? '';
  const via = PLACE_NAMES.find((place) => place === filters.get('via')) ?? null;
  const from = edgeOfTypedDay(filters.get('from'), timezone, 0);
  const until = edgeOfTypedDay(filters.get('until'), timezone, 1);
  const filter = { person, action, subject, via, from, until };
  const pages = useInfiniteQuery({
    queryKey: ['audit-list', filter],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => officeCall('audit-list', { after: pageParam, ...filter }, { signal }),
    getNextPageParam: ({ next }) => next,
  });
  const choose = (name: string, value: string) => {
    const changed = new URLSearchParams(filters);
    if (value === '') changed.delete(name);
    else changed.set(name, value);
    setFilters(changed, { replace: true });
  };
  const known = pages.data?.pages[0];
  const chosen = Object.values(filter).filter((value) => value !== null && value !== '').length;
  return (
    <>
      <PageHead
        heading={text('Audit log')}
        sub={text('Everything done in the office and on the command line.')}
        actions={
          pages.data && (
            <Folded small label={text('More')}>
              {exportButton({
                filter,
                count: pages.data.pages.reduce((sum, { entries }) => sum + entries.length, 0),
                hasMore: pages.hasNextPage,
              })}
            </Folded>
          )
        }
        tabs={tabs}
        tabsLabel={text('Team')}
      />
      <Panel heading={text('Audit log')} hidesHeading flush>
        <div className={styles.filters}>
          <Folded label={text('Filters')} chosen={chosen}>
            <PickerField
              id="audit-person"
              label={text('Who')}
              value={person === null ? '' : String(person)}
              none={text('Everyone')}
              remembers="person"
              options={known?.people.map(({ id, name }) => ({ value: String(id), label: name })) ?? null}
              onPick={(value) => choose('person', value)}
            />
            <PickerField
              id="audit-action"
              label={text('What')}
              value={action}
              none={text('Everything')}
              remembers="action"
              options={
                known?.actions
                  .map((one) => ({ value: one, label: actionInWords(one, language) }))
                  .sort((one, other) => one.label.localeCompare(other.label, language.tag)) ?? null
              }
              onPick={(value) => choose('action', value)}
            />
            <SelectField
              id="audit-via"
              label={text('Where')}
              value={via ?? ''}
              options={[
                { value: '', label: text('Everywhere') },
                ...PLACE_NAMES.map((place) => ({ value: place, label: translate(PLACES[place]) })),
              ]}
              onChange={({ currentTarget: { value } }) => choose('via', value)}
            />
            <FilterDays
              id="audit"
              labels={{ from: text('First day'), until: text('Last day') }}
              values={{ from: filters.get('from') ?? '', until: filters.get('until') ?? '' }}
              onDay={choose}
            />
            <SubjectField key={subject} subject={subject} onChoose={(value) => choose('subject', value)} />
          </Folded>
        </div>
        <QueryState query={pages} failed={text('The audit log did not load')}>
          {({ pages: loaded }) => {
            const entries = loaded.flatMap((page) => page.entries);
            if (entries.length === 0)
              return (
                <StateMessage
                  icon={<WarningIcon />}
                  heading={text('No matches')}
                  action={
                    <Button kind="secondary" small onClick={() => setFilters({}, { replace: true })}>
                      {text('Clear filters')}
                    </Button>
                  }
                />
              );
            return (
              <Entries
                entries={entries}
                nameOf={(id) => known?.people.find((one) => one.id === id)?.name}
                statusNames={statusNames}
              />
            );
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

/** Searches when the field is left or Enter is pressed, not at every keystroke. */
function SubjectField({ subject, onChoose }: { subject: string; onChoose: (value: string) => void }) {
  const { text } = useLanguage();
  const [typed, setTyped] = useState(subject);
  const choose = () => {
    if (typed.trim() !== subject) onChoose(typed.trim());
  };
  return (
    <Field
      id="audit-subject"
      label={text('About')}
      placeholder={text('Order code')}
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={choose}
      onKeyDown={({ key }) => {
        if (key === 'Enter') choose();
      }}
    />
  );
}

/** `name`: a colleague's, if the entry is about one. */
function Subject({ name, action, subject }: { name: string | undefined; action: string; subject: string }) {
  const about = auditSubject(action, subject, useLanguage());
  if (name !== undefined) return <small>{name}</small>;
  if (about.name === '') return null;
  return <small>{about.to ? <Link to={about.to}>{about.name}</Link> : about.name}</small>;
}

interface EntriesProps extends Pick<AuditPageProps, 'statusNames'> {
  entries: readonly Entry[];
  /** A colleague's name. */
  nameOf: (id: number) => string | undefined;
}

function Entries({ entries, nameOf, statusNames }: EntriesProps) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { text, translate } = language;
  return (
    <List
      caption={text('Audit log')}
      rows={entries}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'what',
          header: text('What'),
          cell: ({ action, subject, staff_id: by }) => {
            const colleague = Number(/^staff (\d+)$/.exec(subject)?.[1]);
            return (
              <>
                {actionInWords(action, language)}
                {/* A change to the person’s own account names them once, as the actor. */}
                {colleague !== by && <Subject name={nameOf(colleague)} action={action} subject={subject} />}
              </>
            );
          },
        },
        {
          key: 'who',
          header: text('Who'),
          cell: ({ actor, via, private: where }) => (
            <>
              {actorInWords(actor, language)}
              <small>
                {[via && translate(PLACES[via]), where?.device && deviceInWords(where.device, language)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </>
          ),
        },
        { key: 'at', header: text('When'), cell: ({ at }) => <Moment at={at} /> },
        {
          key: 'details',
          header: text('Details'),
          inBlock: 'line',
          cell: ({ details }) =>
            auditFacts(details, language, settings, statusNames).map(({ name, before, after }) => (
              <small key={name}>
                {name}:{' '}
                {before !== undefined && (
                  <>
                    <del>{before}</del> <span aria-hidden="true">→ </span>
                  </>
                )}
                {after}
              </small>
            )),
        },
      ]}
    />
  );
}
