import type { ShopApp } from './shop-app.ts';

/** Every login as if its password had just been given, for tests in which time goes on and which are about something else. */
export const freshLogins = ({ db, clock }: Pick<ShopApp, 'db' | 'clock'>): Promise<number> =>
  db.run('update login_tokens set proved_at = $1', [clock.now()]);
