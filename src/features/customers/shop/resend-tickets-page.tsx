import { call } from '#browser/api.ts';
import { staticTitles } from '#features/shop-config/words/page-titles.ts';
import { useLanguage } from '#ui/language.ts';
import { EmailRequestPage } from './email-request-page.tsx';

/** Does not reveal whether there are tickets for the address. */
export function ResendTicketsPage() {
  const { text, textNodes } = useLanguage();
  return (
    <EmailRequestPage
      title={staticTitles.resendTickets}
      picture="tickets"
      lead={text('If there are tickets for your email address, we will send them to it again.')}
      button={text('Resend tickets')}
      send={(email) => call('email-tickets', { email })}
      sentHeading={text('Check your email')}
      sentText={(email) =>
        textNodes('If there are tickets for {email}, they are on their way to that address.', { email })
      }
    />
  );
}
