import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#browser/api.ts';
import { useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { safeFromPath } from '#kernel/from-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { isLinkRefused } from './link-refused.ts';
import { claimCart, restoreCart } from './restore-cart.ts';
import { SentMessage } from './sent-message.tsx';
import { useLinkToken } from './use-link-token.ts';

/**
 * The token is in the fragment, which reaches no server. Only the button uses it, because mail scanners open links,
 * too.
 */
export function LoginLinkPage() {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const session = useSessionStore();
  const cartStore = useCartStore();
  const link = useLinkToken();
  const [wasRefused, setWasRefused] = useState(false);
  const isUnusable = wasRefused || link === '';

  const form = useForm({
    initial: {},
    validate: () => [],
    submit: async () => {
      try {
        const { remember_token, from, cart } = await call('login-with-link', { link });
        await claimCart(cartStore, remember_token);
        session.login(remember_token);
        await restoreCart(cartStore, cart);
        toast(text('Login success.'));
        navigate(safeFromPath(from), { replace: true });
      } catch (thrown) {
        if (!isLinkRefused(thrown)) throw thrown;
        setWasRefused(true);
      }
    },
  });

  if (isUnusable)
    return (
      <AuthPage title={staticTitles.loginLink} heading={text('This link has expired')}>
        <SentMessage
          action={
            <div className={styles.form}>
              <ButtonLink wide to={paths.login()}>
                {text('Login')}
              </ButtonLink>
              <ButtonLink kind="secondary" wide to={paths.forgotPassword()}>
                {text('Get a new password')}
              </ButtonLink>
            </div>
          }
        >
          <p>
            {text(
              'Login links work only once, and this one has been used or has expired. Log in with the password from the same email, or get a new one.',
            )}
          </p>
        </SentMessage>
      </AuthPage>
    );
  return (
    <AuthPage title={staticTitles.loginLink} heading={text('Welcome')}>
      <p className={styles.lead}>{text('Your account is ready. Press the button to log in on this device.')}</p>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Button type="submit" wide busy={form.pending}>
          {text('Login')}
        </Button>
      </form>
    </AuthPage>
  );
}
