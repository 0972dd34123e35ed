import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { OrdersIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { bulkNames } from './bulk-words.ts';

type Run = OfficeAnswer<'bulk-runs'>['runs'][number];

/** Bulk actions, latest first. */
export default function BulkRunsPage() {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/orders/bulk');
  usePageTitle(name, shopName);
  const query = useOfficeCall('bulk-runs', {});
  return (
    <>
      <PageHead heading={name} {...tabs} />
      <Panel heading={name} hidesHeading flush>
        <QueryState query={query} failed={text('The bulk actions did not load')}>
          {({ runs }) =>
            runs.length === 0 ? (
              <StateMessage icon={<OrdersIcon />} heading={text('No bulk actions yet')}>
                {text('Select orders or tickets in their list to begin.')}
              </StateMessage>
            ) : (
              <List
                caption={name}
                rows={runs}
                rowKey={({ id }) => String(id)}
                href={({ id }) => `/orders/bulk/${id}`}
                columns={[
                  { key: 'what', header: text('What'), cell: ({ action }) => <b>{translate(bulkNames[action])}</b> },
                  { key: 'state', header: text('State'), cell: (run) => <RunChip run={run} /> },
                  { key: 'done', header: text('Done'), align: 'end', cell: ({ done }) => done },
                  {
                    key: 'left-out',
                    header: text('Skipped'),
                    align: 'end',
                    cell: ({ left_out: leftOut }) => leftOut,
                    wideOnly: true,
                  },
                  { key: 'who', header: text('Who'), cell: ({ actor }) => actor, wideOnly: true },
                  { key: 'when', header: text('When'), cell: ({ started_at: at }) => <Moment at={at} /> },
                ]}
              />
            )
          }
        </QueryState>
      </Panel>
    </>
  );
}

export function RunChip({ run }: { run: Pick<Run, 'waiting' | 'stopped_at'> }) {
  const { text } = useLanguage();
  if (run.waiting === 0) return <StatusChip tone="ok">{text('Finished')}</StatusChip>;
  if (run.stopped_at !== null) return <StatusChip tone="warn">{text('Stopped')}</StatusChip>;
  return <StatusChip tone="info">{text('In progress')}</StatusChip>;
}
