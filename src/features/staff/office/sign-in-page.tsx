import { startAuthentication } from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { officeCall } from '#browser/office-api.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useCheckedForm } from '#browser/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { KeyIcon } from '#ui/office/icons.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { isPasskeyDismissed } from './passkey-dismissed.ts';
import styles from './sign-in-card.module.css';

type Way = 'passkey' | 'password' | 'recovery';

interface SignInPageProps {
  shop: string;
  /** The password was given before; a code is still missing. */
  isPasswordGiven: boolean;
  /** The address of the person whose session ended, who is expected to sign in again. */
  email?: string;
  /** Reloads the session. */
  onSignedIn: (signedIn?: { byRecoveryCode: boolean }) => Promise<unknown>;
}

/** Offers a passkey first, or else a password together with an app's code or a recovery code. */
export default function SignInPage({ shop, isPasswordGiven, email, onSignedIn }: SignInPageProps) {
  const { text } = useLanguage();
  const [way, setWay] = useState<Way>(isPasswordGiven ? 'password' : 'passkey');
  usePageTitle(text('Sign in'), shop);
  if (way === 'passkey') return <Passkey onSignedIn={onSignedIn} onOther={setWay} />;
  return (
    <PasswordAndCode
      key={way}
      byRecoveryCode={way === 'recovery'}
      wasPasswordGiven={isPasswordGiven}
      email={email}
      onSignedIn={onSignedIn}
      onBack={() => setWay('passkey')}
      onRecovery={() => setWay('recovery')}
    />
  );
}

function Passkey({ onSignedIn, onOther }: Pick<SignInPageProps, 'onSignedIn'> & { onOther: (way: Way) => void }) {
  const { text, textNodes } = useLanguage();
  const form = useCheckedForm({
    initial: {},
    validate: () => [],
    submit: async () => {
      const { options } = await officeCall('login-passkey-options', {}, { failsWithoutProof: true });
      let response: Awaited<ReturnType<typeof startAuthentication>>;
      try {
        response = await startAuthentication({ optionsJSON: options as never });
      } catch (thrown) {
        if (isPasskeyDismissed(thrown)) return [];
        return [{ field: undefined, message: text('Your browser could not use a passkey for this office.') }];
      }
      await officeCall('login-passkey', { response: response as never }, { failsWithoutProof: true });
      await onSignedIn();
      return [];
    },
  });
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <h1 tabIndex={-1}>{text('Sign in')}</h1>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      <p className={styles.quiet}>{text('Your fingerprint, face or security key is enough.')}</p>
      <Button type="submit" wide busy={form.pending}>
        <KeyIcon size={18} />
        {text('Sign in with a passkey')}
      </Button>
      <p className={styles.or}>{text('or')}</p>
      <Button kind="secondary" wide onClick={() => onOther('password')}>
        {text('Use password and code')}
      </Button>
      <p className={styles.note}>
        {textNodes(
          'Lost your phone or key? <recover>Use a recovery code</recover>, or ask an owner to reset your sign-in.',
          {
            recover: (words) => (
              <Button kind="text" onClick={() => onOther('recovery')}>
                {words}
              </Button>
            ),
          },
        )}
      </p>
    </form>
  );
}

interface PasswordAndCodeProps {
  byRecoveryCode: boolean;
  wasPasswordGiven: boolean;
  email: string | undefined;
  onSignedIn: SignInPageProps['onSignedIn'];
  onBack: () => void;
  onRecovery: () => void;
}

function PasswordAndCode({
  byRecoveryCode,
  wasPasswordGiven,
  email = '',
  onSignedIn,
  onBack,
  onRecovery,
}: PasswordAndCodeProps) {
  const { text } = useLanguage();
  // After a wrong code the password does not have to be entered again.
  const [isPasswordGiven, setPasswordGiven] = useState(wasPasswordGiven);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const form = useCheckedForm({
    initial: { email, password: '', code: '' },
    validate: (values) => [
      ...(!isPasswordGiven && values.email.trim() === ''
        ? [{ field: 'email' as const, message: text('Please enter your email address.') }]
        : []),
      ...(!isPasswordGiven && values.password === ''
        ? [{ field: 'password' as const, message: text('Please enter your password.') }]
        : []),
      ...(values.code.trim() === '' ? [{ field: 'code' as const, message: text('Please enter the code.') }] : []),
    ],
    submit: async (values) => {
      if (!isPasswordGiven) {
        const { next } = await officeCall(
          'login-password',
          { email: values.email.trim(), password: values.password },
          { failsWithoutProof: true },
        );
        if (next === 'setup') return void (await onSignedIn());
        setPasswordGiven(true);
        if (next === 'passkey' && !byRecoveryCode)
          return [
            {
              field: undefined,
              message: text('You do not have an authenticator app. Sign in with a passkey or a recovery code.'),
            },
          ];
      }
      const code = values.code.replace(/\s/g, '');
      await officeCall('login-code', byRecoveryCode ? { code: '', recovery_code: code } : { code, recovery_code: '' }, {
        failsWithoutProof: true,
      });
      await onSignedIn({ byRecoveryCode });
    },
    serverField: (name) => (name === 'recovery_code' ? 'code' : undefined),
  });
  return (
    <form className={styles.lines} noValidate onSubmit={form.onSubmit}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeftIcon size={16} />
        {text('Passkey')}
      </button>
      <h1 tabIndex={-1}>{byRecoveryCode ? text('Recovery code') : text('Password and code')}</h1>
      <ErrorSummary errors={form.errors} ref={form.summaryRef} />
      {!isPasswordGiven && (
        <>
          <Field ref={first} label={text('Email')} type="email" autoComplete="username" {...form.field('email')} />
          <PasswordField label={text('Password')} autoComplete="current-password" {...form.field('password')} />
        </>
      )}
      <Field
        ref={isPasswordGiven ? first : undefined}
        className={styles.code}
        label={byRecoveryCode ? text('Recovery code') : text('Code')}
        hint={
          byRecoveryCode
            ? text('One of your ten recovery codes. Each works once.')
            : text('The 6-digit code from your authenticator app')
        }
        inputMode={byRecoveryCode ? 'text' : 'numeric'}
        autoComplete={byRecoveryCode ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      <Button type="submit" wide busy={form.pending}>
        {text('Sign in')}
      </Button>
      {!byRecoveryCode && (
        <p className={styles.note}>
          {text('Lost your phone?')}{' '}
          <Button kind="text" onClick={onRecovery}>
            {text('Use a recovery code')}
          </Button>
        </p>
      )}
      {!isPasswordGiven && (
        <p className={styles.note}>{text('Forgot your password? Ask an owner to reset your sign-in.')}</p>
      )}
    </form>
  );
}
