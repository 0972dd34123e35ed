import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useCheckedForm } from '#browser/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { KeyIcon, PhoneIcon } from '#ui/office/icons.tsx';
import { CodeAppForm } from './code-app-form.tsx';
import { isPasskeyDismissed } from './passkey-dismissed.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './sign-in-card.module.css';

interface SetUpPageProps {
  shop: string;
  name: string;
  /** A code app only works together with a password. */
  hasPassword: boolean;
  /** Reloads the session. */
  onDone: () => Promise<unknown>;
}

/** The page on which everybody sets up a passkey or a code app, before any other screen. */
export default function SetUpPage({ shop, name, hasPassword, onDone }: SetUpPageProps) {
  const { text } = useLanguage();
  const [codeApp, setCodeApp] = useState<OfficeAnswer<'totp-setup'> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  usePageTitle(text('Set up your sign-in'), shop);
  const finish = async (newCodes: readonly string[] | null) => {
    if (newCodes) setCodes(newCodes);
    else await onDone();
  };
  const form = useCheckedForm({
    initial: {},
    validate: () => [],
    submit: async () => {
      const { options } = await officeCall('passkey-options', {});
      let response: Awaited<ReturnType<typeof startRegistration>>;
      try {
        response = await startRegistration({ optionsJSON: options as never });
      } catch (thrown) {
        if (isPasskeyDismissed(thrown)) return [];
        return [{ field: undefined, message: text('Your browser could not create a passkey here.') }];
      }
      const { recovery_codes } = await officeCall('add-passkey', {
        name: '',
        response: response as never,
      });
      await finish(recovery_codes);
      return [];
    },
  });
  if (codes)
    return (
      <div className={styles.lines}>
        <h1 tabIndex={-1}>{text('Your recovery codes')}</h1>
        <RecoveryCodes codes={codes} onKept={() => void onDone()} />
      </div>
    );
  if (codeApp)
    return (
      <div className={styles.lines}>
        <h1 tabIndex={-1}>{text('Authenticator app')}</h1>
        <CodeAppForm setUp={codeApp} onAdded={finish} onCancel={() => setCodeApp(null)} />
      </div>
    );
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <h1 tabIndex={-1}>{text('Welcome, {name}', { name })}</h1>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <p className={styles.quiet}>
        {text('Choose how you will sign in. A passkey is your fingerprint, your face or a security key.')}
      </p>
      <Button type="submit" wide busy={form.pending}>
        <KeyIcon size={18} />
        {text('Create a passkey')}
      </Button>
      {hasPassword && (
        <>
          <p className={styles.or}>{text('or')}</p>
          <Button kind="secondary" wide onClick={async () => setCodeApp(await officeCall('totp-setup', {}))}>
            <PhoneIcon size={18} />
            {text('Use an authenticator app')}
          </Button>
        </>
      )}
      <p className={styles.note}>
        {hasPassword
          ? text('You can add more ways later. Two are better than one.')
          : text(
              'No passkey on this device? Open the link in your invitation again and set a password: then you can use an authenticator app.',
            )}
      </p>
    </form>
  );
}
