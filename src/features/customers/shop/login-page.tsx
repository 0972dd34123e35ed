import { useNavigate } from 'react-router';
import { useSession } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { HeldCartNote } from './held-cart-note.tsx';
import { LoginForm } from './login-form.tsx';
import { useFrom } from './use-from.ts';

export function LoginPage() {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const from = useFrom();
  const { isLoginExpired } = useSession();
  return (
    <AuthPage title={staticTitles.login}>
      {isLoginExpired && (
        <Notice small tone="warn">
          {from === paths.home()
            ? text('Your session has expired. Please log in again.')
            : text('Your session has expired. Please log in again to return to where you were.')}
        </Notice>
      )}
      <HeldCartNote from={from} />
      <LoginForm onLoggedIn={() => navigate(from, { replace: true })} />
      <div className={styles.alternatives}>
        <ButtonLink kind="secondary" wide to={paths.register(from)}>
          {text('Register')}
        </ButtonLink>
        <div className={styles.links}>
          <ButtonLink kind="text" to={paths.resendTickets()}>
            {text('Resend tickets')}
          </ButtonLink>
          <ButtonLink kind="text" to={paths.forgotPassword()}>
            {text('Forgot your password?')}
          </ButtonLink>
        </div>
      </div>
    </AuthPage>
  );
}
