import type { Shop } from '#features/shop-config/server/public.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import type { AccountParts } from './account-parts.ts';

/** The shop as it is now, and how its mails look. */
export async function shopAndLook({ loadShop, shopUrl }: AccountParts): Promise<{ shop: Shop; look: MailLook }> {
  const shop = await loadShop();
  return { shop, look: mailLook(shop, shopUrl) };
}

/** A moment as the shop's customers read it, with the zone. */
export const momentText = (moment: Date, { public: { locale, timezone } }: Shop): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timezone,
  }).format(moment);
