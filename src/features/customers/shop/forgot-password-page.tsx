import { call } from '#browser/api.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { useLanguage } from '#ui/language.ts';
import { EmailRequestPage } from './email-request-page.tsx';

export function ForgotPasswordPage() {
  const { text, textNodes } = useLanguage();
  return (
    <EmailRequestPage
      title={staticTitles.forgotPassword}
      lead={text('We will email you a link to choose a new password. It is valid for 15 minutes.')}
      button={text('Reset password')}
      send={(email) => call('request-password-reset', { email })}
      sentHeading={text('Request successful')}
      sentText={(email) =>
        textNodes('Please check your email. If there is an account for {email}, we have sent a message there.', {
          email,
        })
      }
    />
  );
}
