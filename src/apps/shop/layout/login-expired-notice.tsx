import { useEffect } from 'react';
import { announce } from '#browser/announcer.ts';
import { openPanel } from '#browser/panels.ts';
import { focusHeading } from '#browser/route-arrival.ts';
import { useSession, useSessionStore } from '#browser/session-store.ts';
import { type RouteName, routes } from '#features/shop-config/domain/routes.ts';
import { Button } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './login-expired-notice.module.css';
import { loadLoginPanel } from './login-panel.ts';

/**
 * Says above a page that the login has expired, until the visitor logs in or closes the notice. Not shown on the login
 * page, which says so itself, nor on customers' pages, which redirect there.
 */
export function LoginExpiredNotice({ page }: { page: RouteName }) {
  const { isLoginExpired } = useSession();
  const isShown = isLoginExpired && page !== 'login' && routes[page].access !== 'customer';
  return isShown ? <LoginExpired /> : null;
}

function LoginExpired() {
  const { text } = useLanguage();
  const store = useSessionStore();
  const sentence = text('Your session has expired. Please log in again.');
  useEffect(() => announce(sentence), [sentence]);
  useEffect(loadLoginPanel, []);
  const close = () => {
    store.dismissLoginExpiry();
    focusHeading();
  };
  return (
    <div className={`page ${styles.place}`}>
      <Notice
        small
        tone="warn"
        className={styles.notice}
        action={
          <div className={styles.buttons}>
            <Button kind="text" small onClick={() => openPanel('account')}>
              {text('Log in')}
            </Button>
            <Button kind="text" small onClick={close}>
              {text('Close')}
            </Button>
          </div>
        }
      >
        {sentence}
      </Notice>
    </div>
  );
}
