import { useQuery } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useAttempt } from '#browser/use-attempt.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { FailedAttempt } from '#ui/office/failed-attempt.tsx';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import styles from './books.module.css';
import { CloseMonth } from './close-month.tsx';
import { downloadBooks } from './download-books.ts';
import { monthText } from './month-text.ts';

type Books = OfficeAnswer<'books-list'>['months'][number];

const stateNames: Readonly<Record<Books['state'], string>> = {
  open: markedText('Not over yet'),
  closable: markedText('Open'),
  making: markedText('File is being made'),
  made: markedText('Closed'),
  deleted: markedText('Closed, file deleted'),
};

/** How often to check whether a file has been made. */
const POLL_MS = 2_000;

/** The books of each month: close one, and download its file. */
export default function BooksPage() {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const { locale } = useShopSettings();
  const { name, ...tabs } = usePageTabs('/reports/books');
  usePageTitle(name, shopName);
  const query = useQuery({
    queryKey: ['books-list'],
    queryFn: ({ signal }) => officeCall('books-list', {}, { signal, polls: true }),
    refetchInterval: ({ state: { data } }) => (data?.months.some(({ state }) => state === 'making') ? POLL_MS : false),
  });
  return (
    <>
      <PageHead heading={name} sub={text('A closed month is one file that never changes.')} {...tabs} />
      <div className={styles.page}>
        {query.data && <CloseMonth months={query.data.months} />}
        <Panel heading={name} hidesHeading flush>
          <QueryState query={query} failed={text('The books did not load')}>
            {({ months }) =>
              months.length === 0 ? (
                <StateMessage icon={<CheckIcon />} heading={text('Nothing has been booked yet')} />
              ) : (
                <List
                  caption={name}
                  rows={months}
                  rowKey={({ month }) => month}
                  columns={[
                    { key: 'month', header: text('Month'), cell: ({ month }) => <b>{monthText(month, locale)}</b> },
                    { key: 'state', header: text('State'), cell: ({ state }) => translate(stateNames[state]) },
                    { key: 'closed', header: text('Closed'), wideOnly: true, cell: (row) => <ClosedBy books={row} /> },
                    {
                      key: 'actions',
                      header: text('Actions'),
                      align: 'end',
                      cell: (row) => <DownloadBooks books={row} />,
                    },
                  ]}
                />
              )
            }
          </QueryState>
        </Panel>
      </div>
    </>
  );
}

function ClosedBy({ books }: { books: Books }) {
  const { text } = useLanguage();
  if (books.closed_at === null) return '–';
  return (
    <>
      {books.closed_by}, <Moment at={books.closed_at} />
      {books.sha256 && <small className={styles.hash}>{text('SHA-256 {hash}', { hash: books.sha256 })}</small>}
    </>
  );
}

function DownloadBooks({ books: { month, state } }: { books: Books }) {
  const { text } = useLanguage();
  const { locale } = useShopSettings();
  const download = useAttempt(() => downloadBooks(month));
  if (state !== 'made') return null;
  return (
    <>
      <Button
        kind="secondary"
        small
        busy={download.isBusy}
        aria-label={text('Download {month}', { month: monthText(month, locale) })}
        onClick={() => void download.start()}
      >
        <DownloadIcon size={18} />
        {text('Download')}
      </Button>
      <FailedAttempt {...download} what={text('The file did not load')} />
    </>
  );
}
