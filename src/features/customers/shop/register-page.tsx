import { useState } from 'react';
import { call } from '#browser/api.ts';
import { useForm } from '#browser/use-form.ts';
import { useCart } from '#features/cart/shop/public.tsx';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { track } from '#features/tracking/shop/public.tsx';
import { inWords } from '#kernel/problem.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Field } from '#ui/field.tsx';
import { useLanguage } from '#ui/language.ts';
import { registerProblems } from '../domain/register-form.ts';
import { formSentence } from '../words/account-forms.ts';
import { SPAM_NOTE } from '../words/sent-mail.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { HeldCartNote } from './held-cart-note.tsx';
import { Address, SentMessage } from './sent-message.tsx';
import { useFrom } from './use-from.ts';

/**
 * Creates an account. The password arrives by email, with a link that returns here and restores the cart. The page
 * shows the same text for a known address, for which it is also true.
 */
export function RegisterPage() {
  const { text, textNodes, translate } = useLanguage();
  const from = useFrom();
  const { code } = useCart();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    initial: { full_name: '', email: '' },
    validate: (values) => inWords(registerProblems(values), (problem) => translate(formSentence(problem))),
    submit: async ({ full_name, email }) => {
      await call('register', { full_name: full_name.trim(), email: email.trim(), from, cart: code });
      track('CompleteRegistration', []);
      setSentTo(email.trim());
    },
  });
  return (
    <AuthPage
      title={staticTitles.register}
      heading={sentTo === null ? undefined : text('Check your email')}
      picture="tickets"
    >
      {sentTo === null ? (
        <>
          <HeldCartNote from={from} />
          <p className={styles.lead}>{text('We will create a password and email it to you.')}</p>
          <form className={styles.form} noValidate onSubmit={form.onSubmit}>
            <ErrorSummary errors={form.errors} ref={form.summaryRef} />
            <Field
              label={text('Full name')}
              autoComplete="name"
              autoCapitalize="words"
              spellCheck={false}
              {...form.field('full_name')}
            />
            <Field label={text('Email')} type="email" autoComplete="email" {...form.field('email')} />
            <Button type="submit" wide busy={form.pending}>
              {text('Register')}
            </Button>
          </form>
          <div className={styles.alternatives}>
            <ButtonLink kind="text" to={paths.login(from)}>
              {text('I already have an account')}
            </ButtonLink>
          </div>
        </>
      ) : (
        <SentMessage>
          <p>{textNodes('We have sent an email to {email}.', { email: <Address>{sentTo}</Address> })}</p>
          <p>
            {text(
              'If you are new here, it contains your password and a login link. If you already have an account, it tells you so.',
            )}
          </p>
          <HeldCartNote from={from} isMailSent />
          <p className={styles.lead}>{translate(SPAM_NOTE)}</p>
          <div className={styles.alternatives}>
            <ButtonLink kind="text" to={paths.login(from)}>
              {text('Login')}
            </ButtonLink>
          </div>
        </SentMessage>
      )}
    </AuthPage>
  );
}
