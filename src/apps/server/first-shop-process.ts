// Loads the first shop for the process that starts this one and sends the job. It ends when the job is done, or when
// that process ends: a transaction that was not committed leaves an empty shop.
import { openDb } from '#platform/db/db.ts';
import { loadFirstShop } from './first-shop.ts';
import type { FirstShopJob, FirstShopResult } from './first-shop-child.ts';
import { startFailure } from './start-failure.ts';

process.once('disconnect', () => process.exit(0));
process.once('message', async ({ config, engine, now }: FirstShopJob) => {
  const db = openDb({ ...engine, keepsPrepared: config.keepsPrepared });
  const result = await loadFirstShop(config, db, now, (line) => process.stdout.write(`${line}\n`)).then(
    (): FirstShopResult => ({}),
    (error: unknown) => ({ failure: startFailure(error) }),
  );
  await db.end().catch(() => {});
  process.send?.(result);
});
