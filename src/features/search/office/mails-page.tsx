import { lazy, Suspense, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { ReadMail } from '#features/desk/office/public.tsx';
import { NOTICE_KINDS } from '#features/operator-notices/domain/who-sees.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { mailKindNames } from '#features/staff/words/mail-kind-names.ts';
import { markedText } from '#kernel/language.ts';
import { Button } from '#ui/button.tsx';
import { TextWithCodes } from '#ui/code.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import type { Tone } from '#ui/tone.ts';
import { sortIn } from '../domain/list-sort.ts';
import { type MailViewName, mailViews } from '../domain/mail-filter.ts';
import { mailStatusNames } from '../words/mail-status-names.ts';
import { countedBy, momentsIn, type ParameterOf, useListAddress } from './list-address.ts';
import styles from './list-page.module.css';
import { ListPage } from './list-page.tsx';
import { usePages } from './use-pages.ts';
import { withDefaultView } from './with-default-view.tsx';

const SendMails = lazy(() => import('./send-mails.tsx'));

type Page = OfficeAnswer<'mails-list'>;
type Row = Page['rows'][number];

const viewNames: Readonly<Record<MailViewName, string>> = {
  all: markedText('All'),
  ...mailStatusNames,
};

const tones: Readonly<Record<Row['status'], Tone>> = { waiting: 'info', sent: 'ok', failed: 'bad' };

/** The action for one mail, or (null) for the whole list. */
type Doing = { mail: number | null; action: 'mails-retry' | 'mails-again' };

/** Mails, latest first, to read, to send again or to retry. */
function MailsPage() {
  const { text, translate, countText } = useLanguage();
  const { shopName, may } = useStaffSession();
  const { timezone } = useShopSettings();
  const list = useListAddress('/mails');
  const filter = filterIn(list.parameter, timezone);
  const [open, setOpen] = useState<{ mail: number; code: string } | null>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  usePageTitle(text('Emails'), shopName);
  const sort = sortIn('/mails', list.parameter('sort'));
  const pages = usePages(['mails-list', filter, sort], (after: string | null, options) =>
    officeCall('mails-list', { filter, sort, after }, options),
  );
  const first = pages.query.data?.pages[0];
  const kinds =
    first?.kinds
      .map((value) => ({ value, label: translate(mailKindNames[value] ?? value) }))
      .sort((one, other) => one.label.localeCompare(other.label)) ?? null;
  /** The filter to which a bulk action's page links. */
  const ofRun = (run: number) => ({
    kind: 'choice' as const,
    name: 'run',
    label: text('Bulk action'),
    options: [{ value: String(run), label: text('Bulk action {id}', { id: run }) }],
  });
  const canAct = may('mails.retry') && first !== undefined && first.count > 0;
  return (
    <>
      <ListPage
        page="/mails"
        pages={pages}
        columns={{ kind: text('Kind'), order: text('Order'), state: text('State'), at: text('When') }}
        list={list}
        sub={({ count }) => countText(count, { one: '{count} email', other: '{count} emails' })}
        views={mailViews.map((view) => ({ view, label: translate(viewNames[view]) }))}
        actions={
          <>
            {canAct && filter.view === 'failed' && (
              <Button kind="secondary" small onClick={() => setDoing({ mail: null, action: 'mails-retry' })}>
                {text('Retry all…')}
              </Button>
            )}
            {canAct && filter.view === 'sent' && (
              <Button kind="secondary" small onClick={() => setDoing({ mail: null, action: 'mails-again' })}>
                {text('Send all again…')}
              </Button>
            )}
          </>
        }
        exports={(part, options) => officeCall('mails-export', { filter, sort, ...part }, options)}
        filters={[
          { kind: 'text', label: text('Email, order, name') },
          { kind: 'days', label: text('Created') },
          { kind: 'choice', name: 'kind', label: text('Kind'), options: kinds },
          ...(filter.run === null ? [] : [ofRun(filter.run)]),
        ]}
        counts={(queries, { all, ...options }) =>
          officeCall('mails-count', { filters: queries.map(countedBy(filterIn, timezone)), all }, options)
        }
        newestAt={({ created_at: at }) => at}
        failed={text('The emails did not load')}
        nothing={text('No matching emails')}
        empty={text('Every email that the shop writes appears here.')}
      >
        {(rows) => (
          <Rows
            rows={rows}
            onOpen={setOpen}
            onRetry={may('mails.retry') ? (mail) => setDoing({ mail, action: 'mails-retry' }) : null}
          />
        )}
      </ListPage>
      <Suspense>
        {open && <ReadMail {...open} onClose={() => setOpen(null)} />}
        {doing && (
          <SendMails action={doing.action} filter={{ ...filter, mail: doing.mail }} onClose={() => setDoing(null)} />
        )}
      </Suspense>
    </>
  );
}

export default withDefaultView('/mails', MailsPage);

const filterIn = (parameter: ParameterOf, timezone: string) => ({
  view: mailViews.find((one) => one === parameter('view')) ?? 'all',
  text: parameter('q'),
  kind: parameter('kind') || null,
  run: Number(parameter('run')) || null,
  ...momentsIn(parameter, timezone),
});

interface RowsProps {
  rows: readonly Row[];
  onOpen: (mail: { mail: number; code: string }) => void;
  /** Null if the person may not retry mails. */
  onRetry: ((mail: number) => void) | null;
}

function Rows({ rows, onOpen, onRetry }: RowsProps) {
  const { text, translate, countText } = useLanguage();
  return (
    <List
      caption={text('Emails')}
      rows={rows}
      rowKey={({ id }) => String(id)}
      columns={[
        {
          key: 'subject',
          header: text('Email'),
          cell: ({ id, kind, subject, to, order, is_readable: isReadable }) => (
            <>
              {isReadable && order !== null ? (
                <Button
                  kind="text"
                  small
                  className={`${styles.subject} prints`}
                  onClick={() => onOpen({ mail: id, code: order })}
                >
                  <TextWithCodes>{subject}</TextWithCodes>
                </Button>
              ) : NOTICE_KINDS.includes(kind) && subject ? (
                // The inbox has what the notice lists, as it is now.
                <Link to="/inbox">{subject}</Link>
              ) : (
                subject || text('Deleted after its retention period')
              )}
              {to && <small className={styles.below}>{to}</small>}
            </>
          ),
        },
        {
          key: 'kind',
          header: text('Kind'),
          cell: ({ kind }) => translate(mailKindNames[kind] ?? kind),
          wideOnly: true,
        },
        {
          key: 'order',
          header: text('Order'),
          cell: ({ order }) => (order === null ? '–' : <Link to={`/orders/${order}`}>{order}</Link>),
          wideOnly: true,
        },
        {
          key: 'state',
          header: text('State'),
          cell: ({ id, status, tries, last_error: error, can_retry: canRetry }) => (
            <>
              <StatusChip tone={tones[status]}>{translate(mailStatusNames[status])}</StatusChip>
              {status !== 'sent' && tries > 0 && (
                <small className={styles.below}>
                  {countText(tries, { one: 'tried {count} time', other: 'tried {count} times' })}
                  {error && `: ${error}`}
                </small>
              )}
              {canRetry && onRetry && (
                <Button kind="text" small onClick={() => onRetry(id)}>
                  {text('Try again now')}
                </Button>
              )}
            </>
          ),
        },
        {
          key: 'at',
          header: text('When'),
          cell: ({ sent_at: sent, created_at: created }) => <Moment at={sent ?? created} />,
        },
      ]}
    />
  );
}
