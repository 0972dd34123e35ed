import { useNavigate } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { useChange, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { inGroups } from '#kernel/in-groups.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { BankIcon } from '#ui/office/icons.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { FileChip } from './file-chip.tsx';
import { FileBalance, FileEffects } from './file-preview.tsx';
import { AccountsFailed, AccountText, ShowAccounts, useFullAccounts } from './full-accounts.tsx';
import { leftOutNames } from './left-out-names.ts';
import { RefundAccount } from './refund-account.tsx';
import { saveFile } from './save-file.ts';
import styles from './transfer-files.module.css';

type Answer = OfficeAnswer<'transfer-files'>;

/** The next refund file for the bank, with what keeps it from being made, and the files made so far. */
export default function TransferFilesPage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const { name, ...tabs } = usePageTabs('/money/refund-files');
  usePageTitle(name, shopName);
  const query = useOfficeCall('transfer-files', {}, { isFresh: true });
  return (
    <>
      <PageHead heading={name} sub={text('Refunds that go by bank, as SEPA files for your bank.')} {...tabs} />
      <QueryState query={query} failed={text('The refund files did not load')}>
        {({ next, files }) => (
          <div className={styles.page}>
            <Next next={next} />
            {files.length > 0 && <Files files={files} />}
          </div>
        )}
      </QueryState>
    </>
  );
}

function Next({ next }: { next: Answer['next'] }) {
  const { text, countText } = useLanguage();
  const settings = useShopSettings();
  const accounts = useFullAccounts(next.credits.map(({ code }) => code));
  const total = formatMoney(next.total, settings);
  return (
    <Panel
      heading={text('Next file')}
      note={
        next.credits.length > 0 &&
        `${countText(next.credits.length, { one: '{count} refund', other: '{count} refunds' })} · ${total}`
      }
      actions={<ShowAccounts {...accounts} />}
      flush
    >
      <AccountsFailed {...accounts} />
      {next.credits.length === 0 ? (
        <StateMessage icon={<BankIcon />} heading={text('No refund waits for a file')}>
          {text('Approved refunds that go by bank appear here.')}
        </StateMessage>
      ) : (
        <List
          caption={text('Next file')}
          rows={next.credits}
          rowKey={({ code }) => code}
          href={({ order }) => `/orders/${order}`}
          columns={[
            { key: 'refund', header: text('Refund'), cell: ({ code }) => <b>{code}</b> },
            {
              key: 'to',
              header: text('To'),
              cell: ({ owner, sent_as: sentAs }) => (
                <>
                  {owner}
                  {sentAs !== null && <small>{text('Name sent as {name}', { name: sentAs })}</small>}
                </>
              ),
            },
            {
              key: 'account',
              header: text('Account'),
              cell: ({ code, account }) => <AccountText masked={account} account={accounts.accounts.get(code)} />,
            },
            {
              key: 'amount',
              header: <AmountHead name={text('Amount')} />,
              align: 'end',
              cell: ({ amount }) => <Amount amount={amount} />,
            },
          ]}
        />
      )}
      <LeftOut next={next} />
      {(next.credits.length > 0 || next.problem !== null) && <Make next={next} />}
    </Panel>
  );
}

function LeftOut({ next }: { next: Answer['next'] }) {
  const { text, translate, countText } = useLanguage();
  const settings = useShopSettings();
  if (next.left_out.length === 0 && next.waiting === 0) return null;
  return (
    <div className={styles.out}>
      {next.left_out.length > 0 && (
        <>
          <h3>{text('Left out')}</h3>
          <ul>
            {next.left_out.map(({ code, order, amount, why }) => (
              <li key={code}>
                <Link to={`/orders/${order}`}>{code}</Link>, {formatMoney(amount, settings)}.{' '}
                {translate(leftOutNames[why])} {why === 'erased' && <RefundAccount code={code} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {next.waiting > 0 && (
        <p>
          {countText(next.waiting, {
            one: '{count} more refund waits for the file after this one.',
            other: '{count} more refunds wait for the file after this one.',
          })}
        </p>
      )}
    </div>
  );
}

function Make({ next }: { next: Answer['next'] }) {
  const { text, translate } = useLanguage();
  const navigate = useNavigate();
  const settings = useShopSettings();
  const change = useChange();
  const total = formatMoney(next.total, settings);
  const make = async () => {
    const made = await change.run('transfer-file-make', { content: next.content });
    if (!made) return;
    // Only a file that needs no approval can be saved at once.
    const file = made.needs_approval ? null : await change.run('transfer-file-write', { file: made.id });
    if (file) saveFile(file);
    navigate(`/money/refund-files/${made.id}`);
  };
  return (
    <div className={styles.make}>
      {change.failure && (
        <Notice tone="warn" small role="status">
          {translate(change.failure)}
        </Notice>
      )}
      {next.problem !== null && (
        <Notice tone="bad" small>
          {next.problem}
        </Notice>
      )}
      {next.payer && (
        <p>
          {text('Paid from {iban}, {name}.', {
            iban: inGroups(next.payer.iban),
            name: next.payer.name,
          })}
        </p>
      )}
      {next.credits.length > 0 && (
        <>
          <FileBalance balance={next.balance} total={next.total} />
          {next.problem === null && <FileEffects credits={next.credits.length} needsApproval={next.needs_approval} />}
        </>
      )}
      <Button
        busy={change.running !== null}
        unavailable={next.problem !== null || next.credits.length === 0}
        onClick={() => void make()}
      >
        {text('Make file, {amount}', { amount: total })}
      </Button>
    </div>
  );
}

function Files({ files }: { files: Answer['files'] }) {
  const { text } = useLanguage();
  return (
    <Panel heading={text('Earlier files')} flush>
      <List
        caption={text('Earlier files')}
        rows={files}
        rowKey={({ id }) => id}
        href={({ id }) => `/money/refund-files/${id}`}
        columns={[
          { key: 'file', header: text('File'), cell: ({ id }) => <b>{id}</b> },
          {
            key: 'made',
            header: text('Created'),
            cell: ({ made_at: at, made_by: by }) => (
              <>
                <Moment at={at} />
                <small>{by}</small>
              </>
            ),
          },
          {
            key: 'approved',
            header: text('Approved by'),
            cell: ({ approved_by: by }) => by ?? '–',
            wideOnly: true,
          },
          { key: 'state', header: text('State'), cell: (file) => <FileChip file={file} /> },
          { key: 'credits', header: text('Refunds'), align: 'end', cell: ({ credits }) => credits, wideOnly: true },
          {
            key: 'total',
            header: <AmountHead name={text('Total')} />,
            align: 'end',
            cell: ({ total }) => <Amount amount={total} />,
          },
        ]}
      />
    </Panel>
  );
}
