import { useEffect, useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useCheckedForm } from '#browser/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { roleNames } from '../words/roles.ts';
import styles from './sign-in-card.module.css';

interface InvitePageProps {
  shop: string;
  token: string;
  /** Reloads the session: the first factor comes next. */
  onAccepted: () => Promise<unknown>;
}

/** An invitation by mail. A password is optional, because a passkey needs none. */
export default function InvitePage({ shop, token, onAccepted }: InvitePageProps) {
  const { text, textNodes, translate } = useLanguage();
  const [invite, setInvite] = useState<OfficeAnswer<'invite'> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  usePageTitle(text('Invitation'), shop);
  useEffect(() => {
    const stop = new AbortController();
    officeCall('invite', { token }, { signal: stop.signal, failsWithoutProof: true }).then(setInvite, (thrown) => {
      if (thrown instanceof ApiError) setFailure(thrown.message);
    });
    return () => stop.abort();
  }, [token]);
  const form = useCheckedForm({
    initial: { password: '' },
    validate: () => [],
    submit: async ({ password }) => {
      await officeCall('accept-invite', { token, password }, { failsWithoutProof: true });
      await onAccepted();
    },
  });
  if (failure !== null)
    return (
      <div className={styles.lines}>
        <h1 tabIndex={-1}>{text('This invitation is not valid')}</h1>
        <p>{translate(failure)}</p>
        <p className={styles.quiet}>
          {textNodes('If you have set up your sign-in already, <signIn>sign in</signIn>.', {
            signIn: (words) => <Link to="/">{words}</Link>,
          })}
        </p>
      </div>
    );
  if (!invite) return <p aria-busy="true">{text('Loading…')}</p>;
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <h1 tabIndex={-1}>{text('Welcome, {name}', { name: invite.name })}</h1>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <p className={styles.quiet}>
        {text('You will work in the office of {shop} as {roles}.', {
          shop,
          roles: invite.roles.map((role) => translate(roleNames[role])).join(', '),
        })}
      </p>
      <input type="email" value={invite.email} autoComplete="username" readOnly hidden />
      <PasswordField
        label={text('Password')}
        optional
        hint={text('At least 12 characters. You do not need one if you use a passkey.')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <Button type="submit" wide busy={form.pending}>
        {text('Continue')}
      </Button>
    </form>
  );
}
