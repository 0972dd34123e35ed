import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { useStaffSession, useTeamTabs } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Tone } from '#ui/tone.ts';
import { gigabytesText } from './gigabytes.ts';
import styles from './health.module.css';

type Health = OfficeAnswer<'health'>;
type State = Health['queues'][number]['state'];

const tones: Readonly<Record<State, Tone>> = { ok: 'ok', warning: 'warn', bad: 'bad' };
const stateNames: Readonly<Record<State, string>> = {
  ok: markedText('OK'),
  warning: markedText('Needs checking'),
  bad: markedText('Needs fixing'),
};
const queueNames: Readonly<Record<Health['queues'][number]['queue'], string>> = {
  mails: markedText('Emails to send'),
  gateway_messages: markedText('Messages from payment providers'),
  payments: markedText('Payments to check with the provider'),
  refunds: markedText('Card refunds'),
  webhooks: markedText('Webhook calls'),
  cancelled_orders: markedText('Orders of cancelled events'),
};

function StateChip({ state }: { state: State }) {
  const { translate } = useLanguage();
  return <StatusChip tone={tones[state]}>{translate(stateNames[state])}</StatusChip>;
}

/** The technical state of the shop, as of when the page was loaded or refreshed. */
export default function HealthPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const tabs = useTeamTabs('/health');
  usePageTitle(text('Health'), shopName);
  const query = useOfficeCall('health', {});
  return (
    <>
      <PageHead
        heading={text('Health')}
        sub={
          query.data && (
            <>
              {text('As of')} <Moment at={query.data.as_of} />
            </>
          )
        }
        tabs={tabs}
        actions={
          <Button kind="secondary" small busy={query.isFetching} onClick={() => void query.refetch()}>
            {text('Refresh')}
          </Button>
        }
      />
      <QueryState query={query} failed={text('The shop’s health did not load')}>
        {(health) => (
          <div className={styles.panels}>
            <Waiting queues={health.queues} />
            <Gateways gateways={health.gateways} />
            <Machine health={health} />
            <RecordsCheck />
          </div>
        )}
      </QueryState>
    </>
  );
}

function Waiting({ queues }: { queues: Health['queues'] }) {
  const { text, translate } = useLanguage();
  return (
    <Panel heading={text('Pending work')} flush>
      <List
        caption={text('Pending work')}
        rows={queues}
        rowKey={({ queue }) => queue}
        columns={[
          { key: 'queue', header: text('Work'), cell: ({ queue }) => translate(queueNames[queue]) },
          { key: 'state', header: text('State'), cell: ({ state }) => <StateChip state={state} /> },
          { key: 'waiting', header: text('Waiting'), align: 'end', wideOnly: true, cell: ({ waiting }) => waiting },
          { key: 'due', header: text('Due now'), align: 'end', cell: ({ due }) => due },
          {
            key: 'since',
            header: text('Due since'),
            wideOnly: true,
            cell: ({ since }) => since && <Moment at={since} />,
          },
        ]}
      />
    </Panel>
  );
}

function Gateways({ gateways }: { gateways: Health['gateways'] }) {
  const { text } = useLanguage();
  return (
    <Panel heading={text('Payment providers')} flush>
      <List
        caption={text('Payment providers')}
        rows={gateways}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: text('Provider'), cell: ({ name }) => providerName(name) },
          { key: 'state', header: text('State'), cell: ({ state }) => <StateChip state={state} /> },
          {
            key: 'failing',
            header: text('Not responding since'),
            cell: ({ failing_since: since }) => since && <Moment at={since} />,
          },
          {
            key: 'last_message',
            header: text('Last message'),
            cell: ({ last_message_at: at }) => (at ? <Moment at={at} /> : text('No message yet')),
          },
        ]}
      />
    </Panel>
  );
}

function Machine({ health: { backup, disk, database, version, started_at: startedAt } }: { health: Health }) {
  const { text } = useLanguage();
  const { locale } = useShopSettings();
  return (
    <Panel heading={text('Backup, database and disk')}>
      <dl className={styles.facts}>
        <div>
          <dt>{text('Last backup')}</dt>
          <dd>
            <StateChip state={backup.state} />{' '}
            {backup.made_at ? (
              <Moment at={backup.made_at} />
            ) : (
              text('There is no backup. Create one every night: npm run shop -- backup <folder>')
            )}
          </dd>
        </div>
        {disk && (
          <div>
            <dt>{text('Disk')}</dt>
            <dd>
              <StateChip state={disk.state} />{' '}
              {text('{free} GB of {total} GB are free', {
                free: gigabytesText(disk.free, locale),
                total: gigabytesText(disk.total, locale),
              })}
            </dd>
          </div>
        )}
        <div>
          <dt>{text('Database')}</dt>
          <dd>
            {text('PostgreSQL {version}, {size} GB', {
              version: database.version,
              size: gigabytesText(database.size, locale),
            })}
          </dd>
        </div>
        <div>
          <dt>{text('Foyer')}</dt>
          <dd>
            {text('Version {version}, running since', { version })} <Moment at={startedAt} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** Checks the stored records only on request, because the check reads whole tables. */
function RecordsCheck() {
  const { text, translate } = useLanguage();
  const { locale } = useShopSettings();
  const [isWanted, setWanted] = useState(false);
  const query = useQuery({
    queryKey: ['health-check'],
    queryFn: ({ signal }) => officeCall('health-check', {}, { signal }),
    enabled: isWanted,
    retry: false,
  });
  const checkedRows = query.data?.checked.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const check = () => {
    if (isWanted) void query.refetch();
    setWanted(true);
  };
  return (
    <Panel heading={text('Stock, money and vouchers')}>
      <div className={styles.check}>
        <p>{text('Recounts everything from the stored records, as the doctor command does. It changes nothing.')}</p>
        <div role="status">
          {query.error && (
            <Notice tone="warn" small>
              {translate(query.error.message)}
            </Notice>
          )}
          {query.data && query.data.findings.length === 0 && (
            <Notice tone="ok" small>
              {text('Everything matches. {count} rows checked.', { count: checkedRows.toLocaleString(locale) })}
            </Notice>
          )}
          {query.data && query.data.findings.length > 0 && (
            <Notice tone="bad" small heading={text('Something does not match')} headingLevel={3}>
              <ul>
                {query.data.findings.map((finding) => (
                  <li key={finding}>{finding}</li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <Button kind="secondary" small busy={query.isFetching} onClick={check}>
          {text('Check now')}
        </Button>
      </div>
    </Panel>
  );
}
