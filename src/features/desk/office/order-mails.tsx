import { lazy, Suspense, useState } from 'react';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import styles from './order-page.module.css';

const ReadMail = lazy(() => import('./read-mail.tsx'));

/** What was sent about the order, newest first. */
export function OrderMails({ code }: { code: string }) {
  const { text } = useLanguage();
  const query = useOfficeCall('order-mails', { code });
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Panel heading={text('Emails')} flush className={styles.block}>
      <QueryState query={query} failed={text('The emails did not load')}>
        {({ mails }) => (
          <List
            caption={text('Emails')}
            rows={mails}
            rowKey={({ id }) => String(id)}
            columns={[
              {
                key: 'subject',
                header: text('Email'),
                cell: ({ id, subject, to, is_readable: isReadable }) =>
                  isReadable ? (
                    <>
                      <Button kind="text" small className={`${styles.subject} prints`} onClick={() => setOpen(id)}>
                        {subject}
                      </Button>
                      <small>{to}</small>
                    </>
                  ) : (
                    text('Deleted after its retention period')
                  ),
              },
              {
                key: 'status',
                header: text('Status'),
                cell: ({ status }) =>
                  ({ waiting: text('Waiting'), sent: text('Sent'), failed: text('Not delivered') })[status],
              },
              {
                key: 'at',
                header: text('When'),
                cell: ({ sent_at: sent, created_at: created }) => <Moment at={sent ?? created} />,
              },
            ]}
          />
        )}
      </QueryState>
      <Suspense>{open !== null && <ReadMail code={code} mail={open} onClose={() => setOpen(null)} />}</Suspense>
    </Panel>
  );
}
