import { afterAll, beforeAll, expect, test } from 'vitest';
import { runShop } from '../../../test/support/command-line.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

let app: ShopApp;

beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

test('the doctor waits for a check that exceeds the shop’s statement timeout', async () => {
  // Counting mails takes one second longer than the connection's time limit, or one second if the limit is in days.
  await app.db.run(
    `create function slower_than_allowed() returns boolean language plpgsql volatile as
     $$ declare
       allowed interval := current_setting('statement_timeout');
     begin
       perform pg_sleep(1 + case when allowed < interval '1 day' then extract(epoch from allowed) else 0 end);
       return true;
     end $$`,
  );
  await app.db.run('alter table mails rename to quick_mails');
  await app.db.run('create view mails as select * from quick_mails where (select slower_than_allowed())');
  const answer = await runShop({ database: app.database, now: app.clock.now() }, 'doctor');
  expect(answer).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Everything matches.') });
});
