import { composeMail } from './layout.ts';
import type { MailContent, MailDraft } from './mail-content.ts';
import { type MailLook, mailLook, type ShopForMail } from './mail-look.ts';

export function makeMailLook(changed: Partial<ShopForMail['public']> = {}): MailLook {
  return mailLook(
    {
      public: {
        name: 'Sandlark',
        locale: 'en-GB',
        operator: {
          name: 'Stichting Sandlark',
          email: 'hello@sandlark.example',
          address: ['Strandweg 12', 'Larkduin'],
        },
        logo: null,
        logoDark: null,
        theme: { brandColor: null, accentColor: null, colorScheme: 'auto' },
        ...changed,
      },
      private: { mailSender: { name: 'Sandlark', email: 'tickets@sandlark.example' } },
    },
    'https://shop.sandlark.example',
  );
}

export function makeMail(changed: Partial<MailDraft> = {}, look = makeMailLook()): MailContent {
  return composeMail(look, {
    subject: 'A subject',
    preheader: 'What it is about',
    title: 'A title',
    reason: 'You get this mail because a test sends it.',
    parts: [{ kind: 'paragraph', text: 'Hello.' }],
    ...changed,
  });
}
