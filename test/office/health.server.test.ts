import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '#features/staff/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { givenPerson, MINUTE, type OfficePerson } from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/* The health page shows the state of the shop itself. */

const HOUR = 60 * MINUTE;

let app: ShopApp;
let owner: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  owner = await givenPerson(app, 'Berta Vos', ['owner']);
});
afterAll(() => app.close());

const health = () => owner.browser.done('health', {});

test('without problems every line is in order, except for the backup that was never made', async () => {
  const shown = await health();
  expect(shown.queues.map(({ queue, state }: Record<string, unknown>) => [queue, state])).toEqual([
    ['cancelled_orders', 'ok'],
    ['gateway_messages', 'ok'],
    ['mails', 'ok'],
    ['payments', 'ok'],
    ['refunds', 'ok'],
    ['webhooks', 'ok'],
  ]);
  expect(shown.gateways).toEqual([{ name: 'sandbox', state: 'ok', failing_since: null, last_message_at: null }]);
  expect(shown.backup).toEqual({ state: 'bad', made_at: null });
  expect(shown.database).toEqual({ version: expect.stringMatching(/^\d+/), size: expect.any(Number) });
  // A test's folder need not exist.
  if (shown.disk !== null) expect(shown.disk.free).toBeLessThanOrEqual(shown.disk.total);
  expect(shown.version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('a backup is shown with its age', async () => {
  const made = { actor: commandLine('cron'), action: 'shop.backed-up', subject: 'x.tar.gz', details: {} } as const;
  await writeAudit(app.db, made, app.clock.now());
  expect((await health()).backup.state).toBe('ok');
  await app.travel(27 * HOUR);
  owner = await givenPerson(app, 'Joris Vos', ['owner']);
  expect((await health()).backup.state).toBe('warning');
});

test('overdue work and a gateway that does not answer are shown with the time since when', async () => {
  const since = new Date(app.clock.now().getTime() - 3 * HOUR);
  await app.db.run(
    `insert into operator_notices (key, kind, opened_at, webhook_body, webhook_next_at) values ('x', 'dispute', $1, '{}', $1)`,
    [since],
  );
  await app.db.run(
    `insert into gateway_contacts (gateway, failing_since, failed_at) values ('sandbox', $1, $1)
     on conflict (gateway) do update set failing_since = $1, failed_at = $1`,
    [since],
  );
  const shown = await health();
  expect(shown.queues.find(({ queue }: { queue: string }) => queue === 'webhooks')).toEqual({
    ...{ queue: 'webhooks', state: 'bad', waiting: 1, due: 1, since: since.toISOString() },
  });
  expect(shown.gateways[0]).toMatchObject({ state: 'bad', failing_since: since.toISOString() });
  await app.db.run(`delete from operator_notices where key = 'x'`);
});

test('the check of the books finds what the doctor finds, and changes nothing', async () => {
  const good = await owner.browser.done('health-check', {});
  expect(good.findings).toEqual([]);
  expect(good.checked.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBeGreaterThan(0);
  await app.db.run(
    'update shop_items set sold = sold + 1 where id = (select min(id) from shop_items where capacity > 1)',
  );
  const { findings } = await owner.browser.done('health-check', {});
  expect(findings).toEqual([expect.stringMatching(/^stock /)]);
});

test('only people with the permission see it', async () => {
  const box = await givenPerson(app, 'Lea Moor', ['support']);
  expect((await box.browser.call('health', {})).status).toBe(403);
  expect((await box.browser.call('health-check', {})).status).toBe(403);
});
