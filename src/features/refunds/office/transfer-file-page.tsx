import { useState } from 'react';
import { useParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import { transactionNumber } from '#features/payments/domain/transaction-number.ts';
import { bankReasonSentence } from '#features/payments/words/staff/bank-reasons.ts';
import { useChange, usePageTabs, useStaffSession } from '#features/staff/office/public.tsx';
import { inGroups } from '#kernel/in-groups.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Amount, AmountHead } from '#ui/office/amount.tsx';
import { List } from '#ui/office/list.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { toast } from '#ui/toast.tsx';
import type { Tone } from '#ui/tone.ts';
import { FileBalance, FileEffects } from './file-preview.tsx';
import { AccountsFailed, AccountText, ShowAccounts, useFullAccounts } from './full-accounts.tsx';
import { saveFile } from './save-file.ts';
import { SettleCredit } from './settle-credit.tsx';
import styles from './transfer-files.module.css';

type File = OfficeAnswer<'transfer-file'>;
type Credit = File['rows'][number];

/** A refund file: who made and approved it, and what the bank did with each refund. */
export default function TransferFilePage() {
  const { text } = useLanguage();
  const { shopName } = useStaffSession();
  const id = useParams().id ?? '';
  const { name: _name, ...tabs } = usePageTabs('/money/refund-files');
  usePageTitle(id, shopName);
  const query = useOfficeCall('transfer-file', { file: id }, { isFresh: true });
  return (
    <>
      <PageHead
        heading={id}
        sub={query.data && <Sub file={query.data} />}
        actions={query.data && <Actions file={query.data} />}
        {...tabs}
      />
      <QueryState query={query} failed={text('This refund file did not load')}>
        {(file) => (
          <div className={styles.page}>
            <Steps file={file} />
            {file.state === 'cancelled' && <NextFile />}
            <div className={styles.columns}>
              <Credits file={file} />
              <Aside file={file} />
            </div>
          </div>
        )}
      </QueryState>
    </>
  );
}

/** Shown instead of the refunds of a cancelled file. */
function NextFile() {
  const { text } = useLanguage();
  return (
    <Panel heading={text('This file is cancelled')}>
      <div className={styles.next}>
        <p>{text('Its refunds went into the next file.')}</p>
        <ButtonLink kind="secondary" small to="/money/refund-files">
          {text('See the refund files')}
        </ButtonLink>
      </div>
    </Panel>
  );
}

function Sub({ file }: { file: File }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const total = formatMoney(file.total, settings);
  if (!file.payer) return total;
  return text('{amount} from {iban}', { amount: total, iban: inGroups(file.payer.iban) });
}

function Actions({ file }: { file: File }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const change = useChange();
  const [isCancelling, setCancelling] = useState(false);
  const amount = formatMoney(file.total, settings);
  const save = async () => {
    const written = await change.run('transfer-file-write', { file: file.id });
    if (written) saveFile(written);
  };
  const approve = async () => {
    if (await change.run('transfer-file-approve', { file: file.id })) toast(text('{amount} approved.', { amount }));
  };
  const cancel = async () => {
    const cancelled = await change.run('transfer-file-cancel', { file: file.id });
    setCancelling(false);
    if (cancelled) toast(text('The file is cancelled.'));
  };
  return (
    <>
      {change.failure && (
        <Notice tone="warn" small role="status">
          {translate(change.failure)}
        </Notice>
      )}
      {file.can_cancel && (
        <Button kind="secondary" small onClick={() => setCancelling(true)}>
          {text('Cancel file…')}
        </Button>
      )}
      {file.state === 'waits_for_approval' && !file.is_own && (
        <Button small busy={change.running === 'transfer-file-approve'} onClick={() => void approve()}>
          {text('Approve {amount}', { amount })}
        </Button>
      )}
      {file.state === 'ready' && (
        <Button
          kind={file.paid > 0 ? 'secondary' : 'primary'}
          small
          busy={change.running === 'transfer-file-write'}
          onClick={() => void save()}
        >
          {text('Download file')}
        </Button>
      )}
      <ConfirmDialog
        open={isCancelling}
        onClose={() => setCancelling(false)}
        onConfirm={() => void cancel()}
        title={text('Cancel this file?')}
        confirmLabel={text('Cancel file, {amount}', { amount })}
        cancelLabel={text('Keep the file')}
        dangerous
        busy={change.running === 'transfer-file-cancel'}
      >
        {file.state === 'waits_for_approval'
          ? text(
              'Its refunds go into the next file. Nobody has been able to download this file, so your bank does not have it.',
            )
          : text(
              'Its refunds go into the next file. Cancel it only if your bank does not have it, or has deleted it: otherwise they are paid twice.',
            )}
      </ConfirmDialog>
    </>
  );
}

function Steps({ file }: { file: File }) {
  const { text } = useLanguage();
  const settled = file.paid + file.returned === file.credits;
  const by = (name: string | null, at: string | null) =>
    at && (
      <>
        {name}, <Moment at={at} />
      </>
    );
  return (
    <ol className={styles.steps}>
      <li className={styles.done}>
        <b>{text('File made')}</b>
        {by(file.made_by, file.made_at)}
      </li>
      {file.needs_approval && (
        <li className={file.approved_at ? styles.done : file.state === 'cancelled' ? undefined : styles.now}>
          <b>{text('Second person')}</b>
          {file.state === 'waits_for_approval'
            ? text('Somebody else who can make refund files')
            : by(file.approved_by, file.approved_at) || text('Not approved')}
        </li>
      )}
      {file.state === 'cancelled' ? (
        <li className={styles.done}>
          <b>{text('Cancelled')}</b>
          {by(file.cancelled_by, file.cancelled_at)}
        </li>
      ) : (
        <li className={settled ? styles.done : file.state === 'ready' ? styles.now : undefined}>
          <b>{text('Paid by the bank')}</b>
          {paidOf(file, text)}
        </li>
      )}
    </ol>
  );
}

function paidOf({ paid, returned, credits }: File, text: Language['text']): string {
  const counts = { count: String(paid), total: String(credits) };
  if (returned === 0) return text('{count} of {total}', counts);
  return text('{count} of {total}, {returned} came back', { ...counts, returned: String(returned) });
}

/** Shown until the bank has paid or returned a refund: who may approve the file, and what it takes from the account. */
function Aside({ file }: { file: File }) {
  const { text } = useLanguage();
  const isWaiting = file.state === 'waits_for_approval';
  if (file.state === 'cancelled' || file.paid + file.returned > 0) return null;
  if (!isWaiting && file.balance === null) return null;
  const mayApprove = isWaiting && !file.is_own;
  return (
    <div className={styles.page}>
      <Panel heading={asideHeading(text, { mayApprove, isWaiting })}>
        {mayApprove && (
          <p>
            {text(
              '{name} made this file. It can go to the bank once you approve it. If something is wrong, cancel the file.',
              { name: file.made_by },
            )}
          </p>
        )}
        {isWaiting && file.is_own && (
          <p>{text('You made this file. Somebody else who can make refund files has to approve it.')}</p>
        )}
        <FileBalance balance={file.balance} total={file.total} />
      </Panel>
      {mayApprove && <FileEffects credits={file.credits} needsApproval={false} />}
    </div>
  );
}

function asideHeading(
  text: Language['text'],
  { mayApprove, isWaiting }: { readonly mayApprove: boolean; readonly isWaiting: boolean },
): string {
  if (mayApprove) return text('You are the second person');
  return isWaiting ? text('Waits for a second person') : text('Before the bank pays');
}

const stateNames: Readonly<Record<Credit['state'], string>> = {
  in_file: markedText('In the file'),
  paid: markedText('Paid'),
  returned: markedText('Came back'),
};
const stateTones: Readonly<Record<Credit['state'], Tone>> = { in_file: 'progress', paid: 'ok', returned: 'bad' };

function Credits({ file }: { file: File }) {
  const language = useLanguage();
  const { text, translate } = language;
  const accounts = useFullAccounts(file.rows.map(({ code }) => code));
  const [settling, setSettling] = useState<{ credit: Credit; as: 'paid' | 'returned' } | null>(null);
  if (file.rows.length === 0) return null;
  return (
    <Panel heading={text('Refunds')} note={String(file.rows.length)} actions={<ShowAccounts {...accounts} />} flush>
      <AccountsFailed {...accounts} />
      <List
        caption={text('Refunds')}
        rows={file.rows}
        rowKey={({ code }) => code}
        href={({ order }) => `/orders/${order}`}
        columns={[
          { key: 'refund', header: text('Refund'), cell: ({ code }) => <b>{code}</b> },
          { key: 'to', header: text('To'), cell: ({ owner }) => owner || '–' },
          {
            key: 'account',
            header: text('Account'),
            cell: ({ code, account }) => <AccountText masked={account} account={accounts.accounts.get(code)} />,
            wideOnly: accounts.accounts.size === 0,
          },
          {
            key: 'state',
            header: text('State'),
            cell: ({ state, number, reason }) => (
              <>
                <StatusChip tone={stateTones[state]}>{translate(stateNames[state])}</StatusChip>
                {(reason || number) && (
                  <small>{bankReasonSentence(reason, language) || (number && transactionNumber(number))}</small>
                )}
              </>
            ),
          },
          {
            key: 'ways',
            header: <span className="visually-hidden">{text('Actions')}</span>,
            cell: (credit) =>
              file.state === 'ready' && (
                <span className={styles.ways}>
                  {credit.state === 'in_file' && (
                    <Button kind="text" small onClick={() => setSettling({ credit, as: 'paid' })}>
                      {text('Paid…')}
                    </Button>
                  )}
                  {credit.state !== 'returned' && (
                    <Button kind="text" small onClick={() => setSettling({ credit, as: 'returned' })}>
                      {text('Came back…')}
                    </Button>
                  )}
                </span>
              ),
          },
          {
            key: 'amount',
            header: <AmountHead name={text('Amount')} />,
            align: 'end',
            cell: ({ amount }) => <Amount amount={amount} />,
          },
        ]}
      />
      {settling && (
        <SettleCredit
          code={settling.credit.code}
          amount={settling.credit.amount}
          as={settling.as}
          onClose={() => setSettling(null)}
        />
      )}
    </Panel>
  );
}
