import { createShopServer, type ShopServerOptions } from '#apps/server/shop-server.ts';
import { sandboxOnly } from '#features/payments/server/public.ts';
import { fixedClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { openLog } from '#platform/log/log.ts';

/** Returns the published contracts as the server sends them, formatted for comparison. */
export const describeCalls = (db: Db): Promise<string> => describedAt(db, '/api/openapi.json');
export const describeOfficeCalls = (db: Db): Promise<string> => describedAt(db, '/office/api/openapi.json');

async function describedAt(db: Db, url: string): Promise<string> {
  const config = readConfig({
    SHOP_ENV: 'test',
    // Nothing connects to the database or the network: the answer depends only on the calls.
    DATABASE_URL: 'postgresql://nowhere/nothing',
    SECRET_KEY: 'the key of a server that never serves a customer',
    LOG_LEVEL: 'silent',
  });
  const server = await createShopServer({
    config,
    db,
    clock: fixedClock(new Date(0)),
    log: openLog({ level: 'silent' }),
    catalogue: NO_CATALOGUE,
    gateways: sandboxOnly(config, db),
  });
  try {
    const answer = await server.app.inject({ url });
    if (answer.statusCode !== 200) throw new Error(`GET ${url} answers ${answer.statusCode}: ${answer.body}`);
    return `${JSON.stringify(answer.json(), null, 2)}\n`;
  } finally {
    await server.close();
  }
}

const NO_CATALOGUE = new Proxy({} as ShopServerOptions['catalogue'], {
  get(_, name) {
    if (name === 'stop') return () => {};
    return () => {
      throw new Error('The contract does not depend on the catalogue.');
    };
  },
});
