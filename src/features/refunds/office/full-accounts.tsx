import { useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';

export type Account = OfficeAnswer<'refund-accounts'>['accounts'][number];

/** By the refund's code. Empty until somebody asks for them; kept only while the page is shown. */
export function useFullAccounts(codes: readonly string[]) {
  const { translate } = useLanguage();
  const { may } = useStaffSession();
  const [accounts, setAccounts] = useState<ReadonlyMap<string, Account>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      const opened = await officeCall('refund-accounts', { codes: [...codes] });
      setAccounts(new Map(opened.accounts.map((account) => [account.code, account])));
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      toast(translate(thrown.message), 'bad');
    } finally {
      setBusy(false);
    }
  };
  return { accounts, isBusy, canShow: may('bank-details.see') && codes.length > 0 && accounts.size === 0, show };
}

export function ShowAccounts({ canShow, isBusy, show }: ReturnType<typeof useFullAccounts>) {
  const { text } = useLanguage();
  if (!canShow) return null;
  return (
    <Button kind="text" small busy={isBusy} onClick={() => void show()}>
      {text('Show full bank details')}
    </Button>
  );
}

/** The end of the account; all of it once somebody asked. */
export function AccountText({ masked, account }: { masked: string; account: Account | undefined }) {
  if (!account) return <span className="tabular">{masked}</span>;
  const number = account.iban ? account.iban.replace(/(.{4})(?=.)/g, '$1 ') : account.account;
  return (
    <span className="tabular">
      {number}
      <small>{[account.bic, account.bank].filter(Boolean).join(' · ')}</small>
    </span>
  );
}
