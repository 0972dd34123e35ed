import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useAttempt } from '#browser/use-attempt.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { inGroups } from '#kernel/in-groups.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { useLanguage } from '#ui/language.ts';
import { FailedAttempt } from '#ui/office/failed-attempt.tsx';

export type Account = OfficeAnswer<'refund-accounts'>['accounts'][number];

/** Full accounts by refund code. Empty until somebody asks for them; kept only while the page is shown. */
export function useFullAccounts(codes: readonly string[]) {
  const { may } = useStaffSession();
  const [accounts, setAccounts] = useState<ReadonlyMap<string, Account>>(new Map());
  const attempt = useAttempt(async () => {
    const opened = await officeCall('refund-accounts', { codes: [...codes] });
    setAccounts(new Map(opened.accounts.map((account) => [account.code, account])));
  });
  return { accounts, canShow: may('bank-details.see') && codes.length > 0 && accounts.size === 0, attempt };
}

type FullAccounts = ReturnType<typeof useFullAccounts>;

export function ShowAccounts({ canShow, attempt }: FullAccounts) {
  const { text } = useLanguage();
  if (!canShow) return null;
  return (
    <Button kind="text" small busy={attempt.isBusy} onClick={() => void attempt.start()}>
      {text('Show full bank details')}
    </Button>
  );
}

/** Shown above the accounts. */
export function AccountsFailed({ attempt }: FullAccounts) {
  const { text } = useLanguage();
  return <FailedAttempt {...attempt} what={text('The bank details did not load')} />;
}

/** The end of the account's number, or the full number once somebody has asked for it. */
export function AccountText({ masked, account }: { masked: string; account: Account | undefined }) {
  const { text } = useLanguage();
  if (!account) return <span className="tabular">{masked}</span>;
  const number = account.iban ? inGroups(account.iban) : account.account;
  return (
    <span className="tabular">
      {number} <CopyButton isIcon text={account.iban || account.account} what={text('account number')} />
      <small>{[account.bic, account.bank].filter(Boolean).join(' · ')}</small>
    </span>
  );
}
