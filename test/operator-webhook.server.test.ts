import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMatterLines } from '#apps/server/open-matters.ts';
import { recordTransfer } from '#features/desk/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { operatorOf } from './support/operator.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const secret = '0123456789abcdef'.repeat(2);

let app: ShopApp;
let receiver: Server;
/** The status that the receiver answers with, and the requests that it has received. */
let status = 204;
let received: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.push({ path: request.url!, headers: request.headers, body });
    response.writeHead(status, { location: '/elsewhere' }).end('thanks');
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const { port } = receiver.address() as { port: number };
  app = await givenShopApp({ operatorWebhook: { url: `http://127.0.0.1:${port}/hook`, secret } });
});
afterAll(async () => {
  await app.close();
  receiver.close();
});
beforeEach(() => {
  status = 204;
  received = [];
});

let transfers = 0;
/** Books a transfer that fits no order. Returns the matter's key. */
async function bookStrayTransfer(): Promise<string> {
  transfers += 1;
  const at = app.clock.now();
  const transaction = `stray-${transfers}`;
  const transfer = {
    words: 'from Hanna',
    amount: minor(6_000),
    transaction,
    receivedAt: at,
    actor: commandLine('test'),
  };
  await recordTransfer(operatorOf(app).transfers, transfer, at);
  const row = await app.db.row<{ id: number }>('select id from receipts where transaction = $1', [transaction]);
  return `receipt:${row!.id}`;
}

const bodies = () => received.map(({ body }) => JSON.parse(body));

test('the webhook gets a new matter once, signed, with codes and sums but nothing private', async () => {
  const key = await bookStrayTransfer();
  const since = app.clock.now().toISOString();
  await app.travel(MINUTE);
  await app.travel(HOUR);
  expect(bodies()).toEqual([
    {
      id: expect.any(Number),
      event: 'opened',
      at: expect.any(String),
      kind: 'money_to_settle',
      key,
      urgent: true,
      since,
      amount: 6_000,
      currency: 'EUR',
      order: null,
      receipt: Number(key.split(':')[1]),
      refund: null,
      text: '€60.00 belongs to no known order',
      url: `${app.url}/office/inbox/${encodeURIComponent(key)}`,
    },
  ]);
  const [{ headers, body }] = received as [(typeof received)[number]];
  const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['foyer-signature'] as string)!;
  expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'));
  expect(headers['content-type']).toBe('application/json');
});

test('a notice whose webhook fails is retried with growing pauses', async () => {
  status = 503;
  await bookStrayTransfer();
  await app.travel(MINUTE);
  expect(received).toHaveLength(1);
  await app.travel(MINUTE);
  await app.travel(4 * MINUTE);
  expect(received).toHaveLength(2);
  status = 200;
  await app.travel(MINUTE);
  await app.travel(24 * HOUR);
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(1);
  expect(received).toHaveLength(3);
});

test('a redirect is not followed and counts as a failure', async () => {
  status = 302;
  await bookStrayTransfer();
  await app.travel(MINUTE);
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
  expect(await app.db.row('select webhook_error from operator_notices where webhook_next_at is not null')).toEqual({
    webhook_error: 'it answered 302',
  });
});

test('a webhook that fails for days gets no more calls, which are listed, until it accepts one', async () => {
  status = 500;
  await bookStrayTransfer();
  for (let hours = 0; hours < 60; hours += 1) await app.travel(HOUR);
  expect(received.filter(({ body }) => body.includes('webhook'))).toEqual([]);
  const lines = async () => (await openMatterLines(app.db, app.clock.now())).filter((line) => line.includes('webhook'));
  expect(await lines()).toEqual([
    expect.stringMatching(/^[12] calls to your webhook \(OPERATOR_WEBHOOK_URL\) failed: it answered 500$/),
  ]);
  status = 200;
  await bookStrayTransfer();
  await app.travel(MINUTE);
  expect(await lines()).toEqual([]);
});
