import { useInfiniteQuery } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { BankIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { daysText } from './statement-days.ts';
import { StatementUpload } from './statement-upload.tsx';
import styles from './statements.module.css';

type Import = OfficeAnswer<'statement-imports'>['imports'][number];

/** Reads the bank's files, and lists earlier ones. */
export default function StatementsPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/money/statements');
  usePageTitle(name, shopName);
  const query = useInfiniteQuery({
    queryKey: ['statement-imports'],
    queryFn: ({ pageParam, signal }) => officeCall('statement-imports', { after: pageParam }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  const pages = query.data?.pages ?? [];
  return (
    <>
      <PageHead
        heading={name}
        {...tabs}
        sub={text('camt.053, .052 and .054, MT940 and CSV, or ZIP files of these. Reading a file books nothing.')}
      />
      <div className={styles.stack}>
        <StatementUpload />
        <Panel heading={text('Earlier statements')} flush>
          <QueryState query={{ ...query, data: query.data }} failed={text('The statements did not load')}>
            {() => <Imports imports={pages.flatMap(({ imports }) => imports)} />}
          </QueryState>
          {query.hasNextPage && (
            <p className={styles.more}>
              <Button kind="secondary" small busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {text('Show 50 more')}
              </Button>
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}

function Imports({ imports }: { imports: readonly Import[] }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  if (imports.length === 0)
    return (
      <StateMessage icon={<BankIcon />} heading={text('No statements yet')}>
        {text('Download a statement from your bank and drop it above.')}
      </StateMessage>
    );
  return (
    <List
      caption={text('Earlier statements')}
      rows={imports}
      rowKey={(one) => String(one.import)}
      href={(one) => `/money/statements/${one.import}`}
      columns={[
        {
          key: 'days',
          header: text('Days'),
          cell: ({ first_day: first, last_day: last }) => <b>{daysText(settings, first, last) ?? '–'}</b>,
        },
        {
          key: 'file',
          header: text('File'),
          cell: ({ files, accounts }) => (
            <>
              {files.join(', ')}
              <small className={styles.words}>{accounts.join(', ')}</small>
            </>
          ),
        },
        { key: 'state', header: text('State'), cell: (one) => <ImportChip {...one} /> },
        { key: 'lines', header: text('Lines'), align: 'end', wideOnly: true, cell: ({ lines }) => lines },
        { key: 'in', header: text('Money in'), align: 'end', cell: ({ money_in: sum }) => <Money amount={sum} /> },
        { key: 'who', header: text('Who'), wideOnly: true, cell: ({ read_by: by }) => by },
        { key: 'when', header: text('When'), cell: ({ read_at: at }) => <Moment at={at} /> },
      ]}
    />
  );
}

function ImportChip({ lines, done }: Pick<Import, 'lines' | 'done'>) {
  const { text } = useLanguage();
  if (done === 0) return <StatusChip tone="warn">{text('Nothing booked yet')}</StatusChip>;
  return (
    <StatusChip tone={done === lines ? 'ok' : 'info'}>
      {text('{done} of {count} done', { done, count: lines })}
    </StatusChip>
  );
}
