import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useForm } from '#browser/use-form.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { markedText } from '#kernel/language.ts';
import { inWords } from '#kernel/problem.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { INVITED } from '../domain/invited.ts';
import { resetPasswordProblems } from '../domain/reset-password-form.ts';
import { formSentence } from '../words/account-forms.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { NewPasswordHint } from './new-password-hint.tsx';
import { SentMessage } from './sent-message.tsx';

type Step = 'form' | 'done' | 'incorrect-code';

/** Whether the code was refused, rather than the password. */
function isCodeRefused(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError)) return false;
  if (thrown.status === 422) return !('password' in thrown.errors);
  return thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
}

const anotherPassword = {
  title: staticTitles.resetPassword,
  button: markedText('Reset password'),
  done: markedText('Your password was changed'),
  now: markedText('You can now log in with your new password. You have been logged out on all other devices.'),
};

/** Texts for accounts that others created and that have no password yet. */
const firstPassword = {
  title: markedText('Choose a password'),
  button: markedText('Choose password'),
  done: markedText('Your password is set'),
  now: markedText('You can now log in with it.'),
};

export function ResetPasswordPage() {
  const { text, translate } = useLanguage();
  const { email = '', token = '' } = useParams();
  const words = useSearchParams()[0].has(INVITED) ? firstPassword : anotherPassword;
  const [step, setStep] = useState<Step>('form');
  const form = useForm({
    initial: { password: '', confirm_password: '' },
    validate: (values) => inWords(resetPasswordProblems(values), (problem) => translate(formSentence(problem))),
    submit: async ({ password }) => {
      try {
        await call('reset-password', { token, email, password });
        setStep('done');
      } catch (thrown) {
        if (!isCodeRefused(thrown)) throw thrown;
        setStep('incorrect-code');
      }
    },
  });
  if (step === 'incorrect-code')
    return (
      <AuthPage title={staticTitles.resetPassword} heading={text('Incorrect code')}>
        <SentMessage
          action={
            <ButtonLink wide to={paths.forgotPassword()}>
              {text('Restart')}
            </ButtonLink>
          }
        >
          <p>{text('The code may have timed out or already been used. Please restart to get a new one.')}</p>
        </SentMessage>
      </AuthPage>
    );
  if (step === 'done')
    return (
      <AuthPage title={words.title} heading={translate(words.done)}>
        <SentMessage
          action={
            <ButtonLink wide to={paths.login()}>
              {text('Login')}
            </ButtonLink>
          }
        >
          <p>{translate(words.now)}</p>
        </SentMessage>
      </AuthPage>
    );
  return (
    <AuthPage title={words.title}>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Field id="reset-email" label={text('Email')} type="email" value={email} readOnly autoComplete="username" />
        <PasswordField
          label={text('New password')}
          what={text('new password')}
          hint={<NewPasswordHint password={form.values.password} />}
          autoComplete="new-password"
          {...form.field('password')}
        />
        <PasswordField
          label={text('Confirm password')}
          what={text('password confirmation')}
          autoComplete="new-password"
          {...form.field('confirm_password')}
        />
        <Button type="submit" wide busy={form.pending}>
          {translate(words.button)}
        </Button>
      </form>
    </AuthPage>
  );
}
