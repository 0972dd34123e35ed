import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useCartStore } from '#browser/cart-store.ts';
import { useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { staticTitles } from '#features/shop-config/domain/page-titles.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { safeFromPath } from '#kernel/from-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { toast } from '#ui/toast.tsx';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { restoreCart } from './restore-cart.ts';
import { SentMessage } from './sent-message.tsx';

const isLinkRefused = (thrown: unknown): boolean =>
  thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;

/**
 * The link of the registration mail. Its token stands in the fragment, which reaches no server, and is used only by the
 * button: programs that look at mails open links too.
 */
export function LoginLinkPage() {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const session = useSessionStore();
  const cartStore = useCartStore();
  // Null until the page is in the browser: no server ever sees a fragment.
  const [link, setLink] = useState<string | null>(null);
  const [wasRefused, setWasRefused] = useState(false);
  useEffect(() => {
    setLink((known) => known ?? hash.slice(1));
    if (hash) navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  const hasEnded = wasRefused || link === '';

  const form = useForm({
    initial: {},
    validate: () => [],
    submit: async () => {
      try {
        const { remember_token, from, cart } = await call('login-with-link', { link });
        session.login(remember_token);
        await restoreCart(cartStore, cart);
        toast('Login success.');
        navigate(safeFromPath(from), { replace: true });
      } catch (thrown) {
        if (!isLinkRefused(thrown)) throw thrown;
        setWasRefused(true);
      }
    },
  });

  if (hasEnded)
    return (
      <AuthPage title={staticTitles.loginLink}>
        <SentMessage
          heading="This link has ended"
          action={
            <div className={styles.form}>
              <ButtonLink wide to={paths.login()}>
                Login
              </ButtonLink>
              <ButtonLink kind="secondary" wide to={paths.forgotPassword()}>
                Get a new password
              </ButtonLink>
            </div>
          }
        >
          <p>
            It logs you in once, and it was used already or is too old. Log in with the password from the same email, or
            get a new one.
          </p>
        </SentMessage>
      </AuthPage>
    );
  return (
    <AuthPage title={staticTitles.loginLink} heading="Welcome">
      <p className={styles.lead}>Your account is ready. One press and you are logged in on this device.</p>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Button type="submit" wide busy={form.pending}>
          Login
        </Button>
      </form>
    </AuthPage>
  );
}
