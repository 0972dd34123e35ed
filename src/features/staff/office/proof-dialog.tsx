import { startAuthentication } from '@simplewebauthn/browser';
import { useEffect, useRef, useState } from 'react';
import { officeCall, type Proof } from '#browser/office-api.ts';
import { useCheckedForm } from '#browser/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { KeyIcon } from '#ui/office/icons.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { isPasskeyDismissed } from './passkey-dismissed.ts';

export interface ProofWays {
  passkey: boolean;
  codeApp: boolean;
}

interface ProofDialogProps {
  proof: Proof;
  email: string;
  /** The ways in which the person can sign in. */
  ways: ProofWays;
  /** Called with whether the person proved who they are; false if they gave up. */
  onEnd: (isProved: boolean) => void;
}

/**
 * Shown over the unchanged page if the session has ended or an action needs a fresh proof. Offers a passkey first, then
 * the code app, with the password if the session has ended.
 */
export default function ProofDialog({ proof, email, ways: known, onEnd }: ProofDialogProps) {
  const { text } = useLanguage();
  const isLogin = proof === 'login';
  const [ways, setWays] = useState(known);
  useEffect(() => {
    if (isLogin) return;
    const stop = new AbortController();
    officeCall('step-up-options', {}, { signal: stop.signal, failsWithoutProof: true }).then(
      ({ options, has_code_app }) => setWays({ passkey: options !== null, codeApp: has_code_app }),
      () => {},
    );
    return () => stop.abort();
  }, [isLogin]);
  const [byCode, setByCode] = useState(false);
  const usesCode = byCode || !ways.passkey;
  const confirm = useRef<HTMLButtonElement>(null);
  const form = useCheckedForm({
    initial: { password: '', code: '' },
    validate: ({ password, code }) =>
      usesCode
        ? [
            ...(isLogin && password === ''
              ? [{ field: 'password' as const, message: text('Please enter your password.') }]
              : []),
            ...(code.trim() === '' ? [{ field: 'code' as const, message: text('Please enter the code.') }] : []),
          ]
        : [],
    submit: async (values) => {
      const failsWithoutProof = true;
      const code = values.code.replace(/\s/g, '');
      if (usesCode && isLogin) {
        await officeCall('login-password', { email, password: values.password }, { failsWithoutProof });
        await officeCall('login-code', { code, recovery_code: '' }, { failsWithoutProof });
      } else if (usesCode) {
        await officeCall('step-up', { code }, { failsWithoutProof });
      } else {
        const { options } = isLogin
          ? await officeCall('login-passkey-options', {}, { failsWithoutProof })
          : await officeCall('step-up-options', {}, { failsWithoutProof });
        let response: Awaited<ReturnType<typeof startAuthentication>>;
        try {
          response = await startAuthentication({ optionsJSON: options as never });
        } catch (thrown) {
          if (isPasskeyDismissed(thrown)) return [];
          return [{ field: undefined, message: text('Your browser could not use a passkey for this office.') }];
        }
        if (isLogin) await officeCall('login-passkey', { response: response as never }, { failsWithoutProof });
        else await officeCall('step-up', { code: '', response: response as never }, { failsWithoutProof });
      }
      onEnd(true);
      return [];
    },
  });
  return (
    <Dialog
      open
      keepOnBackdrop
      // A passkey has no field to begin with.
      initialFocus={() => (usesCode ? null : confirm.current)}
      onClose={() => onEnd(false)}
      title={isLogin ? text('Your session has ended') : text('Confirm that it is you')}
      description={
        isLogin
          ? text('Sign in again. The page and what you typed stay as they are.')
          : text('Please confirm that it is you. The confirmation lasts five minutes.')
      }
      onSubmit={form.onSubmit}
      footer={
        <>
          {ways.passkey && ways.codeApp && (
            <Button kind="text" onClick={() => setByCode(!byCode)}>
              {usesCode ? text('Use a passkey') : text('Use a code')}
            </Button>
          )}
          <Button kind="secondary" onClick={() => onEnd(false)}>
            {text('Cancel')}
          </Button>
          <Button ref={confirm} type="submit" busy={form.pending}>
            {!usesCode && <KeyIcon size={18} />}
            {usesCode ? text('Confirm') : text('Continue with a passkey')}
          </Button>
        </>
      }
    >
      <ErrorSummary errors={form.errors} ref={form.summaryRef} headingLevel={3} />
      {usesCode && (
        <>
          <input type="email" value={email} autoComplete="username" readOnly hidden />
          {isLogin && (
            <PasswordField label={text('Password')} autoComplete="current-password" {...form.field('password')} />
          )}
          <Field
            label={text('Code')}
            hint={text('The 6-digit code from your authenticator app')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.field('code')}
          />
        </>
      )}
    </Dialog>
  );
}
