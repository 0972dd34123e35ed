import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';
import { addHealth } from './health.ts';

const TOKEN = 'a-token-for-tests-that-protects-nothing';

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp({ metricsToken: TOKEN });
});
afterAll(() => app.close());

const THROUGH_PROXY = { 'x-forwarded-for': '192.0.2.7' };
const figures = async (headers: Record<string, string> = {}) => {
  const answer = await app.fetch('/metrics', { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const valueIn = (text: string, name: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test('a monitor on this machine gets the figures in Prometheus’ format', async () => {
  await app.call('get-data', {});
  await app.fetch('/api/nothing');
  const { status, type, text } = await figures();
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{([a-z]+="[^"]*",?)+\})? (\d[\d.e+-]*|\+Inf))$/);
  }
  expect(valueIn(text, 'foyer_requests_total{kind="api",status="200"}')).toBe(1);
  expect(valueIn(text, 'foyer_request_seconds_count{kind="api"}')).toBe(1);
  expect(valueIn(text, 'foyer_database_up')).toBe(1);
  expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(10e6);
  expect(text).not.toMatch(/example\.org|SLK-/);
});

test('from another machine, only the token gives access to the figures', async () => {
  for (const authorization of ['', 'Bearer wrong', `Basic ${TOKEN}`]) {
    const { status, text } = await figures({ ...THROUGH_PROXY, authorization });
    expect([status, text.includes('foyer_')]).toEqual([403, false]);
  }
  expect((await figures({ ...THROUGH_PROXY, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('the figures show how late mails and registrations are', async () => {
  const due = new Date(app.clock.now().getTime() - 90_000);
  await app.db.run(
    `insert into mails (kind, recipient, subject, html, body_text, message_id, next_try_at, created_at, is_urgent)
     values ('password', 'a@example.org', '', '', '', '<late@example.org>', $1, $1, true)`,
    [due],
  );
  await app.db.run(
    `insert into account_requests (kind, email, payload, created_at, next_try_at) values ('reset', 'a@example.org', '{}', $1, $1)`,
    [due],
  );
  const late = async () => {
    const { text } = await figures();
    return ['mails', 'urgent_mails', 'account_requests', 'unpaid_orders'].map((work) =>
      valueIn(text, `foyer_work_late_seconds{work="${work}"}`),
    );
  };
  await expect.poll(late, { timeout: 10_000 }).toEqual([90, 90, 90, 0]);
});

test('live, ready and health answer, and a process that stops is no longer ready', async () => {
  for (const path of ['/live', '/ready', '/health', '/health/live', '/health/ready']) {
    expect((await app.fetch(path)).status, path).toBe(200);
  }
  const stopping = Fastify();
  addHealth(
    stopping,
    { ping: async () => {} },
    () => [],
    () => true,
  );
  const answer = await stopping.inject('/ready');
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'stopping' }]);
  expect((await stopping.inject('/live')).statusCode).toBe(200);
});
