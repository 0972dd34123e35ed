import { useNavigate } from 'react-router';
import { staticTitles } from '#features/shop-config/domain/page-titles.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { HeldCartNote } from './held-cart-note.tsx';
import { LoginForm } from './login-form.tsx';
import { useFrom } from './use-from.ts';

/** Log in, or go one of three other ways. */
export function LoginPage() {
  const navigate = useNavigate();
  const from = useFrom();
  return (
    <AuthPage title={staticTitles.login}>
      <HeldCartNote from={from} />
      <LoginForm onLoggedIn={() => navigate(from, { replace: true })} />
      <div className={styles.ways}>
        <ButtonLink kind="secondary" wide to={paths.register(from)}>
          Register
        </ButtonLink>
        <div className={styles.links}>
          <ButtonLink kind="text" to={paths.resendTickets()}>
            Resend tickets
          </ButtonLink>
          <ButtonLink kind="text" to={paths.forgotPassword()}>
            Forgot your password?
          </ButtonLink>
        </div>
      </div>
    </AuthPage>
  );
}
