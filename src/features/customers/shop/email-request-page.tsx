import { type ReactNode, useState } from 'react';
import { useForm } from '#browser/use-form.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { inWords } from '#kernel/problem.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { emailProblems } from '../domain/email-form.ts';
import { formSentence } from '../words/account-forms.ts';
import { SPAM_NOTE } from '../words/sent-mail.ts';
import styles from './auth-page.module.css';
import { AuthPage, type AuthPageProps } from './auth-page.tsx';
import { Address, SentMessage } from './sent-message.tsx';

interface EmailRequestPageProps extends Pick<AuthPageProps, 'title' | 'picture'> {
  lead: string;
  button: string;
  send: (email: string) => Promise<unknown>;
  sentHeading: string;
  /** The text must not reveal whether the shop knows the address. */
  sentText: (email: ReactNode) => ReactNode;
}

export function EmailRequestPage({ title, picture, lead, button, send, sentHeading, sentText }: EmailRequestPageProps) {
  const { text, translate } = useLanguage();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { email: '' },
    validate: (values) => inWords(emailProblems(values), (problem) => translate(formSentence(problem))),
    submit: async ({ email }) => {
      await send(email.trim());
      setSentTo(email.trim());
    },
  });
  if (sentTo !== null)
    return (
      <AuthPage title={title} picture={picture} heading={sentHeading}>
        <SentMessage>
          <p>{sentText(<Address>{sentTo}</Address>)}</p>
          <p className={styles.lead}>{translate(SPAM_NOTE)}</p>
          <div className={styles.alternatives}>
            <ButtonLink kind="text" to={paths.login()}>
              {text('Login')}
            </ButtonLink>
          </div>
        </SentMessage>
      </AuthPage>
    );
  return (
    <AuthPage title={title} picture={picture}>
      <p className={styles.lead}>{lead}</p>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Field label={text('Email')} type="email" autoComplete="email" {...form.field('email')} />
        <Button type="submit" wide busy={form.pending}>
          {button}
        </Button>
        <ButtonLink kind="secondary" wide to={paths.login()}>
          {text('Cancel')}
        </ButtonLink>
      </form>
    </AuthPage>
  );
}
