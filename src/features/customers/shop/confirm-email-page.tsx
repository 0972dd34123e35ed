import { useState } from 'react';
import { call } from '#browser/api.ts';
import { useForm } from '#browser/use-form.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { isLinkRefused } from './link-refused.ts';
import { SentMessage } from './sent-message.tsx';
import { useLinkToken } from './use-link-token.ts';

/**
 * Only the button uses the emailed link, because mail scanners open links, too. No login is needed, because the mail
 * may be read on another device.
 */
export function ConfirmEmailPage() {
  const { text } = useLanguage();
  const link = useLinkToken();
  const [step, setStep] = useState<'form' | 'done' | 'unusable'>('form');
  const form = useForm({
    initial: {},
    validate: () => [],
    submit: async () => {
      try {
        await call('confirm-email', { link });
        setStep('done');
      } catch (thrown) {
        if (!isLinkRefused(thrown)) throw thrown;
        setStep('unusable');
      }
    },
  });
  const toAccount = (label: string) => (
    <ButtonLink wide to={paths.account()}>
      {label}
    </ButtonLink>
  );
  if (step === 'unusable' || link === '')
    return (
      <AuthPage title={staticTitles.confirmEmail} heading={text('This link has expired')}>
        <SentMessage action={toAccount(text('Account settings'))}>
          <p>
            {text(
              'Each link works once, for 24 hours, and only the latest one is valid. To get another, enter the address again in your account settings.',
            )}
          </p>
        </SentMessage>
      </AuthPage>
    );
  if (step === 'done')
    return (
      <AuthPage title={staticTitles.confirmEmail} heading={text('Your email address was changed')}>
        <SentMessage action={toAccount(text('Go to your account'))}>
          <p>
            {text(
              'Use it to log in from now on. We will send our emails there, including those about open orders. Invoices you already have keep the old address.',
            )}
          </p>
        </SentMessage>
      </AuthPage>
    );
  return (
    <AuthPage title={staticTitles.confirmEmail}>
      <p className={styles.lead}>
        {text('Once you confirm, the address that received this link becomes your account’s email address.')}
      </p>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ErrorSummary errors={form.errors} ref={form.summaryRef} />
        <Button type="submit" wide busy={form.pending}>
          {text('Confirm email address')}
        </Button>
      </form>
    </AuthPage>
  );
}
