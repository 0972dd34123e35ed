import type { Shop } from '#features/shop-config/server/public.ts';
import type { StaffSetup } from '#features/staff/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { Limits } from '#platform/http/limits.ts';
import { mailLook } from '#platform/mail/mail-look.ts';
import { codeSealerOf, mailSealerOf } from './sealers.ts';

type Settings = Pick<Config, 'secretKey' | 'olderSecretKeys' | 'shopUrl' | 'officeUrl' | 'shopEnv'>;

/** Returns the office's scheme and host, which are the shop's unless OFFICE_URL is set. */
export const officeUrlOf = ({ officeUrl, shopUrl }: Pick<Config, 'officeUrl' | 'shopUrl'>): string =>
  officeUrl ?? shopUrl;

/** Returns what the use cases of the office's accounts need, for the server, the command line and the demo. */
export function staffSetup(
  config: Settings,
  { db, loadShop, limits }: { db: Db; loadShop: () => Promise<Shop>; limits?: Limits },
): StaffSetup {
  return {
    db: db.forOffice(),
    shop: async () => (await loadShop()).public,
    look: async (language) => {
      const shop = await loadShop();
      const open = language === null ? shop.public : { ...shop.public, locale: language };
      return mailLook({ ...shop, public: open }, config.shopUrl);
    },
    officeUrl: officeUrlOf(config),
    codeSealer: codeSealerOf(config),
    mailSealer: mailSealerOf(config),
    hasDemoPeople: config.shopEnv !== 'production',
    ...(limits && { limits }),
  };
}
