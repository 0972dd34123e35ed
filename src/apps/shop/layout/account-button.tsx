import { openPanel, usePanel } from '#browser/panels.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Language } from '#kernel/language.ts';
import { UserIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './header.module.css';
import { loadLoginPanel } from './login-panel.ts';

/** Opens the login panel, or the account panel if a customer is logged in. */
export function AccountButton() {
  const language = useLanguage();
  const { text } = language;
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
      <span>{customer ? firstNameOf(language, customer.full_name) : text('Log in')}</span>
      {customer && <span className="visually-hidden">{text('Your account')}</span>}
    </button>
  );
}

const firstNameOf = ({ text }: Language, fullName: string): string =>
  fullName.trim().split(/\s+/)[0] || text('Account');
