import type { Shop } from '#features/shop-config/server/public.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import type { AccountParts } from './account-parts.ts';

export async function shopAndLook({ loadShop, shopUrl }: AccountParts): Promise<{ shop: Shop; look: MailLook }> {
  const shop = await loadShop();
  return { shop, look: mailLook(shop, shopUrl) };
}
