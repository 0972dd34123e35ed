import { useState } from 'react';
import { call } from '#browser/api.ts';
import { useForm } from '#browser/use-form.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { inWords } from '#kernel/problem.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { emailProblems } from '../domain/email-form.ts';
import { formSentence } from '../words/account-forms.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { Address, SentMessage, SPAM_NOTE } from './sent-message.tsx';

/** Asks for a mail with a link that sets a new password. */
export function ForgotPasswordPage() {
  const { saidText, text, textNodes } = useLanguage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: (values) => inWords(emailProblems(values), (problem) => saidText(formSentence(problem))),
    submit: async ({ email }) => {
      await call('request-password-reset', { email: email.trim() });
      setSentTo(email.trim());
    },
  });
  return (
    <AuthPage title={staticTitles.forgotPassword} heading={sentTo === null ? undefined : text('Request successful')}>
      {sentTo === null ? (
        <>
          <p className={styles.lead}>
            {text('We will email you a link to choose a new password. It is valid for 15 minutes.')}
          </p>
          <form className={styles.form} noValidate onSubmit={form.onSubmit}>
            <ErrorSummary errors={form.errors} ref={form.summaryRef} />
            <Field label={text('Email')} type="email" autoComplete="email" {...form.field('email')} />
            <Button type="submit" wide busy={form.pending}>
              {text('Reset password')}
            </Button>
            <ButtonLink kind="secondary" wide to={paths.login()}>
              {text('Cancel')}
            </ButtonLink>
          </form>
        </>
      ) : (
        <SentMessage
          action={
            <ButtonLink wide to={paths.login()}>
              {text('Login')}
            </ButtonLink>
          }
        >
          <p>
            {textNodes('Please check your email. If there is an account for {email}, we have sent a message there.', {
              email: <Address>{sentTo}</Address>,
            })}
          </p>
          <p className={styles.lead}>{saidText(SPAM_NOTE)}</p>
        </SentMessage>
      )}
    </AuthPage>
  );
}
