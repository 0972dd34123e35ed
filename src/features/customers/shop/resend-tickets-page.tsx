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

/** Sends the tickets of an email address to it again. Whether there are any is not revealed. */
export function ResendTicketsPage() {
  const { saidText, text, textNodes } = useLanguage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: (values) => inWords(emailProblems(values), (problem) => saidText(formSentence(problem))),
    submit: async ({ email }) => {
      await call('email-tickets', { email: email.trim() });
      setSentTo(email.trim());
    },
  });
  return (
    <AuthPage
      title={staticTitles.resendTickets}
      heading={sentTo === null ? undefined : text('Check your email')}
      picture="tickets"
    >
      {sentTo === null ? (
        <>
          <p className={styles.lead}>
            {text('If there are tickets for your email address, we will send them to it again.')}
          </p>
          <form className={styles.form} noValidate onSubmit={form.onSubmit}>
            <ErrorSummary errors={form.errors} ref={form.summaryRef} />
            <Field label={text('Email')} type="email" autoComplete="email" {...form.field('email')} />
            <Button type="submit" wide busy={form.pending}>
              {text('Resend tickets')}
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
            {textNodes('If there are tickets for {email}, they are on their way to that address.', {
              email: <Address>{sentTo}</Address>,
            })}
          </p>
          <p className={styles.lead}>{saidText(SPAM_NOTE)}</p>
        </SentMessage>
      )}
    </AuthPage>
  );
}
