import { lazy, Suspense } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { useAddressedDialog } from '#ui/office/dialog-address.ts';
import styles from './refund-account.module.css';

const AskForAccount = lazy(() => import('./ask-for-account.tsx'));
const EnterAccount = lazy(() => import('./enter-account.tsx'));

interface RefundAccountProps {
  code: string;
  isOther?: boolean;
  isMain?: boolean;
}

/**
 * The actions for a refund that waits for a bank account: ask its customer by mail, or enter it. `isOther`: an account
 * is known, but the bank returned the money. `isMain`: these are the actions to take, not alternatives to others.
 */
export function RefundAccount({ code, isOther = false, isMain = false }: RefundAccountProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const [ask, enter] = [`ask-account.${code}`, `account.${code}`];
  const [open, setOpen] = useAddressedDialog([ask, enter]);
  if (!may('refunds.decide')) return null;
  const close = () => setOpen(null);
  return (
    <div className={styles.ways}>
      <Button kind={isMain ? 'primary' : 'text'} small={!isMain} onClick={() => setOpen(ask)}>
        {isOther ? text('Ask for another account…') : text('Ask the customer…')}
        <span className="visually-hidden"> {code}</span>
      </Button>
      <Button kind={isMain ? 'secondary' : 'text'} small={!isMain} onClick={() => setOpen(enter)}>
        {isOther ? text('Enter another account…') : text('Enter the account…')}
        <span className="visually-hidden"> {code}</span>
      </Button>
      <Suspense>
        {open === ask && <AskForAccount code={code} onClose={close} />}
        {open === enter && <EnterAccount code={code} onClose={close} />}
      </Suspense>
    </div>
  );
}
