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
import { RunChip } from './bulk-runs-page.tsx';
import { bulkNames, leftOutTexts } from './bulk-words.ts';

type Run = OfficeAnswer<'bulk-run'>;
type Row = Run['rows'][number];

const POLL_MS = 2_000;
const isUnderWay = ({ waiting, stopped_at: stopped }: Run) => waiting > 0 && stopped === null;

/** A bulk action with the result of each order. */
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
          more={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
    </QueryState>
  );
}

function Loaded({ run, rows, more }: { run: Run; rows: readonly Row[]; more: (() => void) | null }) {
  const { text, translate, countText } = useLanguage();
  const { shopName, may } = useStaffSession();
  const name = translate(bulkNames[run.action]);
  usePageTitle(name, shopName);
  const all = run.done + run.waiting + run.left_out;
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
            {may('orders.serve') && <StopOrResume run={run} rows={rows} />}
            <ButtonLink to="/orders/bulk" kind="secondary" small>
              {text('All bulk actions')}
            </ButtonLink>
          </>
        }
      />
      <Panel
        heading={countText(all, { one: '{count} order', other: '{count} orders' })}
        note={
          <>
            <RunChip run={run} />{' '}
            <span aria-live="polite">
              {text('{done} done, {waiting} waiting, {left} skipped', {
                done: run.done,
                waiting: run.waiting,
                left: run.left_out,
              })}
            </span>
          </>
        }
        flush
      >
        <List
          caption={name}
          rows={rows}
          rowKey={({ order }) => order}
          href={({ order }) => `/orders/${order}`}
          columns={[
            { key: 'order', header: text('Order'), cell: ({ order }) => <b>{order}</b> },
            { key: 'buyer', header: text('Buyer'), cell: ({ customer_name: buyer }) => buyer },
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
