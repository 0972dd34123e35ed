import { openPanel, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import { text } from '#kernel/text.ts';
import { UserIcon } from '#ui/icons.tsx';
import styles from './header.module.css';
import { loadLoginPanel } from './login-panel.ts';

/** Opens the login panel, or the customer's own with the account. */
export function AccountButton() {
  const { customer } = useBundle();
  const isOpen = usePanel() === 'account';
  return (
    <button
      type="button"
      className={styles.account}
      data-visitors-only={customer ? undefined : ''}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={loadLoginPanel}
      onFocus={loadLoginPanel}
      onClick={() => openPanel('account')}
    >
      <UserIcon />
      <span>{customer ? firstNameOf(customer.full_name) : text('Log in')}</span>
      {customer && <span className="visually-hidden">{text('Your account')}</span>}
    </button>
  );
}

const firstNameOf = (fullName: string): string => fullName.trim().split(/\s+/)[0] || text('Account');
