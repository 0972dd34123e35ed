import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { DownloadIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { toast } from '#ui/toast.tsx';

type Books = OfficeAnswer<'books-list'>['months'][number];

const stateNames: Readonly<Record<Books['state'], string>> = {
  open: markedText('Not over yet'),
  closable: markedText('Open'),
  making: markedText('File is being made'),
  made: markedText('Closed'),
  deleted: markedText('Closed, file deleted'),
};

const monthText = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** The books of each month: close one, and download its file. */
export default function BooksPage() {
  const { text, translate } = useLanguage();
  const { shopName } = useStaffSession();
  const { locale } = useShopSettings();
  const { name, ...tabs } = usePageTabs('/reports/books');
  usePageTitle(name, shopName);
  const query = useOfficeCall('books-list', {});
  return (
    <>
      <PageHead
        heading={name}
        sub={text('A closed month is one file that never changes. Nothing can be booked or issued in it afterwards.')}
        {...tabs}
      />
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
                  { key: 'way', header: text('Actions'), align: 'end', cell: (row) => <Way books={row} /> },
                ]}
              />
            )
          }
        </QueryState>
      </Panel>
    </>
  );
}

function ClosedBy({ books }: { books: Books }) {
  const { text } = useLanguage();
  if (books.closed_at === null) return '–';
  return (
    <>
      {books.closed_by}, <Moment at={books.closed_at} />
      {books.sha256 && <small>{text('SHA-256 {hash}', { hash: books.sha256 })}</small>}
    </>
  );
}

function Way({ books: { month, state } }: { books: Books }) {
  if (state === 'closable') return <Close month={month} />;
  return state === 'made' ? <Download month={month} /> : state === 'making' ? <Again /> : null;
}

/** Asks once more, because a month cannot be opened again. */
function Close({ month }: { month: string }) {
  const { text, translate } = useLanguage();
  const { locale } = useShopSettings();
  const queries = useQueryClient();
  const [step, setStep] = useState<'idle' | 'asking' | 'busy'>('idle');
  if (step === 'idle')
    return (
      <Button kind="secondary" small onClick={() => setStep('asking')}>
        {text('Close month…')}
      </Button>
    );
  const close = async () => {
    setStep('busy');
    try {
      await officeCall('books-close', { month });
      toast(text('{month} is closed.', { month: monthText(month, locale) }));
      await queries.invalidateQueries({ queryKey: ['books-list'] });
    } catch (error) {
      toast(translate((error as Error).message), 'bad');
      setStep('idle');
    }
  };
  return (
    <>
      <span>{text('This cannot be undone.')}</span>{' '}
      <Button small busy={step === 'busy'} onClick={() => void close()}>
        {text('Close {month}', { month: monthText(month, locale) })}
      </Button>
    </>
  );
}

function Again() {
  const { text } = useLanguage();
  const queries = useQueryClient();
  return (
    <Button kind="secondary" small onClick={() => void queries.invalidateQueries({ queryKey: ['books-list'] })}>
      {text('Look again')}
    </Button>
  );
}

function Download({ month }: { month: string }) {
  const { text } = useLanguage();
  const { locale } = useShopSettings();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      let filename = '';
      for (let isLast = false; !isLast; ) {
        const part = await officeCall('books-part', { month, position: pieces.length });
        pieces.push(Uint8Array.from(atob(part.content), (character) => character.charCodeAt(0)));
        filename = part.filename;
        isLast = part.is_last;
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(pieces, { type: 'application/zip' }));
      link.download = filename;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch {
      toast(text('The file did not load. Please try again.'), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="secondary"
      small
      busy={isBusy}
      aria-label={text('Download {month}', { month: monthText(month, locale) })}
      onClick={() => void save()}
    >
      <DownloadIcon size={18} />
      {text('Download')}
    </Button>
  );
}
