import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { MAY_TRY_AGAIN } from '../domain/why-left-out.ts';
import styles from './bulk-run-page.module.css';
import { RunChip } from './bulk-runs-page.tsx';
import { bulkNames, leftOutTexts, mailLeftOutTexts } from './bulk-words.ts';

type Run = OfficeAnswer<'bulk-run'>;
type Row = Run['rows'][number];
type MailRow = Run['mails'][number];

const POLL_MS = 2_000;
const isUnderWay = ({ waiting, stopped_at: stopped }: Run) => waiting > 0 && stopped === null;

/** A bulk action with the result of each order or email. */
export default function BulkRunPage() {
  const { text } = useLanguage();
  const run = Number(useParams().run) || 0;
  const query = useInfiniteQuery({
    queryKey: ['bulk-run', run],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam: after, signal }) =>
      officeCall('bulk-run', { run: Math.max(1, run), after }, { signal, polls: true }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) => (data?.pages[0] && isUnderWay(data.pages[0]) ? POLL_MS : false),
  });
  return (
    <QueryState query={query} failed={text('This bulk action did not load')}>
      {({ pages }) => (
        <Loaded
          run={pages[0]!}
          rows={pages.flatMap(({ rows }) => rows)}
          mails={pages.flatMap(({ mails }) => mails)}
          more={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
    </QueryState>
  );
}

interface LoadedProps {
  run: Run;
  rows: readonly Row[];
  mails: readonly MailRow[];
  more: (() => void) | null;
}

function Loaded({ run, rows, mails, more }: LoadedProps) {
  const { text, translate, countText } = useLanguage();
  const { shopName, may } = useStaffSession();
  const name = translate(bulkNames[run.action]);
  usePageTitle(name, shopName);
  const isOfMails = run.action === 'mails-again' || run.action === 'mails-retry';
  const all = run.done + run.waiting + run.left_out + run.failed;
  return (
    <>
      <PageHead
        heading={name}
        sub={
          <>
            {run.actor} · <Moment at={run.started_at} />
            {run.reason !== '' && ` · ${text('Reason: {reason}', { reason: run.reason })}`}
          </>
        }
        actions={
          <>
            {may('orders.serve') && !isOfMails && <StopOrResume run={run} rows={rows} />}
            {may('mails.retry') && run.failed > 0 && (
              <ButtonLink to={`/mails?view=failed&run=${run.id}`} kind="secondary" small>
                {text('Retry undelivered emails…')}
              </ButtonLink>
            )}
            <ButtonLink to="/orders/bulk" kind="secondary" small>
              {text('All bulk actions')}
            </ButtonLink>
          </>
        }
      />
      <Panel
        heading={
          isOfMails
            ? countText(all, { one: '{count} email', other: '{count} emails' })
            : countText(all, { one: '{count} order', other: '{count} orders' })
        }
        note={
          <>
            <RunChip run={run} />{' '}
            <span aria-live="polite">
              {text('{done} done, {waiting} waiting, {left} skipped', {
                done: run.done,
                waiting: run.waiting,
                left: run.left_out,
              })}
              {run.failed > 0 && `, ${text('{count} not delivered', { count: run.failed })}`}
            </span>
          </>
        }
        flush
      >
        <MailRows name={name} mails={mails} />
        <List
          caption={name}
          rows={rows}
          rowKey={({ order }) => order}
          href={({ order }) => `/orders/${order}`}
          columns={[
            { key: 'order', header: text('Order'), cell: ({ order }) => <b>{order}</b> },
            {
              key: 'buyer',
              header: text('Buyer'),
              cell: ({ customer_name: buyer, to }) => (
                <>
                  {buyer}
                  <small className={styles.below}>{to}</small>
                </>
              ),
            },
            { key: 'result', header: text('Result'), cell: (row) => <Result row={row} /> },
            {
              key: 'total',
              header: <AmountHead name={text('Total')} />,
              align: 'end',
              cell: ({ total }) => <Amount amount={total} />,
            },
          ]}
        />
        {more && (
          <p>
            <Button kind="secondary" small onClick={more}>
              {text('Show 50 more')}
            </Button>
          </p>
        )}
      </Panel>
    </>
  );
}

function MailRows({ name, mails }: { name: string; mails: readonly MailRow[] }) {
  const { text } = useLanguage();
  return (
    <List
      caption={name}
      rows={mails}
      rowKey={({ mail }) => String(mail)}
      href={({ order }) => (order === null ? undefined : `/orders/${order}`)}
      columns={[
        {
          key: 'email',
          header: text('Email'),
          cell: ({ subject, to }) => (
            <>
              {subject || text('Deleted after its retention period')}
              <small className={styles.below}>{to}</small>
            </>
          ),
        },
        { key: 'order', header: text('Order'), cell: ({ order }) => order ?? '–' },
        { key: 'result', header: text('Result'), cell: (row) => <MailResult row={row} /> },
      ]}
    />
  );
}

function MailResult({ row: { status, why, last_error: error } }: { row: MailRow }) {
  const { text, translate } = useLanguage();
  if (why !== null) return <StatusChip tone="warn">{translate(mailLeftOutTexts[why])}</StatusChip>;
  if (status === 'sent') return <StatusChip tone="ok">{text('Sent')}</StatusChip>;
  return (
    <>
      {status === 'failed' ? (
        <StatusChip tone="bad">{text('Not delivered')}</StatusChip>
      ) : (
        <StatusChip tone="info">{text('Waiting')}</StatusChip>
      )}
      {error && <small className={styles.below}>{error}</small>}
    </>
  );
}

function Result({ row: { status, why } }: { row: Row }) {
  const { text, translate } = useLanguage();
  if (why !== null) return <StatusChip tone="warn">{translate(leftOutTexts[why])}</StatusChip>;
  if (status === 'done') return <StatusChip tone="ok">{text('Done')}</StatusChip>;
  return <StatusChip tone="info">{text('Waiting')}</StatusChip>;
}

function StopOrResume({ run, rows }: { run: Run; rows: readonly Row[] }) {
  const { text } = useLanguage();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const setStopped = async (isStopping: boolean) => {
    setBusy(true);
    try {
      await officeCall('bulk-stop', { run: run.id, stop: isStopping });
      await queries.invalidateQueries();
    } finally {
      setBusy(false);
    }
  };
  const button = (isStopping: boolean, label: string) => (
    <Button kind="secondary" small busy={isBusy} onClick={() => void setStopped(isStopping)}>
      {label}
    </Button>
  );
  if (isUnderWay(run)) return button(true, text('Stop'));
  if (run.waiting > 0) return button(false, text('Resume'));
  return rows.some(({ why }) => why !== null && MAY_TRY_AGAIN.includes(why)) ? button(false, text('Try again')) : null;
}
