import type { Shop } from '#features/shop-config/server/public.ts';
import { text } from '#kernel/text.ts';
import { type PlainPage, plainPage } from '#platform/http/plain-page.ts';

/** Said instead of a ticket, whatever the reason: nobody learns from it whether a code or an email is known. */
export const noTicketPage = (shop: Shop): PlainPage =>
  page(shop, text('This ticket is not here'), [
    text(
      'The link may be an old one: when the holder of a ticket changes, a new ticket is made. Or its order may still be waiting for a payment, for the Terms and Conditions to be accepted, or be in a refund.',
    ),
    text('Your orders show what is ready to download, and we can mail you your current tickets again.'),
  ]);

export const tooManyDownloadsPage = (shop: Shop): PlainPage =>
  page(shop, text('One moment, please'), [
    text('This was asked for very often in a short time. Please wait a few minutes and open the link again.'),
  ]);

const page = ({ public: open }: Shop, heading: string, paragraphs: readonly string[]): PlainPage =>
  plainPage({
    shopName: open.name,
    brandColor: open.theme.brandColor,
    heading,
    paragraphs,
    links: [
      { label: text('Your orders'), href: '/portal' },
      { label: text('Mail my tickets again'), href: '/resend-tickets' },
    ],
  });
