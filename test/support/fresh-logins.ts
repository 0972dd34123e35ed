import type { ShopApp } from './shop-app.ts';

/** Makes every login look as if its password had just been given, for tests that move the clock. */
export const freshLogins = ({ db, clock }: Pick<ShopApp, 'db' | 'clock'>): Promise<number> =>
  db.run('update login_tokens set proved_at = $1', [clock.now()]);
