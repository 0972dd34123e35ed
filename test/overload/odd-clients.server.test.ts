import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processorTime } from '../support/processor-time.ts';
import { rounds } from '../support/rounds.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

interface Talk {
  /** The text received until the connection ended, or until `until` matched. */
  text: string;
  /** How many bytes the shop took. */
  taken: number;
  milliseconds: number;
}

/** Sends raw bytes to the shop, and more as long as `more` returns some. */
function talk(first: string, more?: () => string | null, everyMs = 0, until: RegExp = /$^/): Promise<Talk> {
  const begun = performance.now();
  const { port } = new URL(app.url);
  return new Promise((resolve) => {
    let text = '';
    let timer: NodeJS.Timeout | undefined;
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      socket.write(first);
      if (more) goOn(more);
    });
    function goOn(next: () => string | null): void {
      const chunk = socket.writable ? next() : null;
      if (chunk === null) return;
      if (everyMs > 0) timer = setTimeout(() => socket.write(chunk, () => goOn(next)), everyMs);
      else if (socket.write(chunk)) setImmediate(() => goOn(next));
      else socket.once('drain', () => goOn(next));
    }
    socket.setEncoding('latin1').on('data', (data: string) => {
      text += data;
      if (until.test(text)) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({
        text,
        taken: socket.bytesWritten - socket.writableLength,
        milliseconds: performance.now() - begun,
      });
    });
  });
}

const statusOf = ({ text }: Talk) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
const head = (name: string, more: string) =>
  `POST /api/${name} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${more}\r\n`;
const post = (body: string) =>
  app.fetch('/api/get-data', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
const MEGABYTE = 'x'.repeat(1_000_000);

test('a body announced as a gigabyte is refused before it is sent, and hardly read', async () => {
  const announced = head('get-data', 'content-length: 1000000000\r\n');
  expect(statusOf(await talk(announced))).toBe(413);
  let sent = 0;
  const received = await talk(announced, () => {
    sent += 1;
    return sent > 1_000 ? null : MEGABYTE;
  });
  expect(received.taken).toBeLessThan(50_000_000);
});

test('a body in pieces that never ends is refused beyond the largest allowed size', async () => {
  let sent = 0;
  const piece = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  const received = await talk(head('get-data', 'transfer-encoding: chunked\r\n'), () => {
    sent += 1;
    return sent > 16_000 ? null : piece;
  });
  expect(statusOf(received)).toBe(413);
  expect(received.taken).toBeLessThan(50_000_000);
});

test.each([
  ['levels', '['.repeat(90_000)],
  ['objects inside objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['fields', `{${Array.from({ length: 9_000 }, (_, index) => `"f${index}":1`).join()}}`],
  ['members', `{"cart":[${'1,'.repeat(40_000)}1]}`],
])('JSON with very many %s is refused before it is parsed', async (_what, body) => {
  const took = await processorTime(async () => {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toEqual([413, { message: 'This request is too large.' }]);
  });
  expect(took).toBeLessThan(1_000);
});

test('a compressed body is refused and not unpacked', async () => {
  const answer = await app.fetch('/api/get-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: Buffer.from('H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==', 'base64'),
  });
  expect(answer.status).toBe(400);
});

test('a request for a web socket gets the usual answer over HTTP', async () => {
  const received = await talk(
    'GET /health HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    undefined,
    0,
    /"ok"/,
  );
  expect(statusOf(received)).toBe(200);
});

test('a request for a tunnel is refused', async () => {
  const received = await talk('CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n');
  expect(received.text).not.toMatch(/ 2\d\d /);
});

test('HTTP 1.0 gets the complete answer, and the connection ends', async () => {
  const received = await talk('GET /health HTTP/1.0\r\n\r\n');
  expect(received.text).toMatch(/\{"status":"ok"\}$/);
  expect(received.text).not.toMatch(/transfer-encoding/i);
});

test.each([
  ['one header of a megabyte', `GET /health HTTP/1.1\r\nhost: a\r\nx: ${MEGABYTE}\r\n\r\n`, 431],
  [
    'ten thousand headers',
    `GET /health HTTP/1.1\r\nhost: a\r\n${Array.from({ length: 10_000 }, (_, index) => `x${index}: 1\r\n`).join('')}\r\n`,
    431,
  ],
  ['two lengths', `${head('get-data', 'content-length: 2\r\ncontent-length: 3\r\n')}{}`, 400],
  ['a length and pieces', `${head('get-data', 'content-length: 2\r\ntransfer-encoding: chunked\r\n')}0\r\n\r\n`, 400],
  ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['something that is not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
])('%s is refused and the connection ends', async (_what, text, status) => {
  expect(statusOf(await talk(text))).toBe(status);
});

test('clients that send slowly are cut off after seconds', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, maxConnections } = app.server.app.server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, maxConnections }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    keepAliveTimeout: 30_000,
    maxConnections: 5_000,
  });
});

test.runIf(rounds > 1)(
  'byte by byte, a request is cut off in time, and others are answered meanwhile',
  async () => {
    const slowly = (text: string) => talk(text, () => 'x', 500);
    const slow = [
      ...Array.from({ length: 50 }, () => slowly('GET / HTTP/1.1\r\nhost: a\r\nx: ')),
      ...Array.from({ length: 50 }, () => slowly(head('get-data', 'content-length: 1000\r\n'))),
    ];
    const times: number[] = [];
    let isOver = false;
    const all = Promise.all(slow).finally(() => (isOver = true));
    while (!isOver) {
      const begun = performance.now();
      expect((await post('{"data":"none"}')).status).toBe(200);
      times.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const longest = Math.max(...(await all).map(({ milliseconds }) => milliseconds));
    expect(longest).toBeLessThan(25_000);
    expect(Math.max(...times)).toBeLessThan(1_000);
  },
  40_000,
);

// This test is the last one, because it ends the shop.
test('while the shop stops, a connection in use gets the answer to one more request and then ends', async () => {
  const { server } = app.server.app;
  const { port } = new URL(app.url);
  const body = JSON.stringify({ data: 'none', cart: null, external_code: 'poster-a2' });
  let answers = '';
  const socket = net.connect(Number(port), '127.0.0.1');
  const ended = new Promise((resolve) => socket.on('close', resolve));
  socket.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
  const request = head('add-merchandise-to-cart', `content-length: ${body.length}\r\n`);
  const requested = new Promise((resolve) => server.once('request', resolve));
  socket.write(request);
  await requested;
  const stopped = app.server.close();
  while (server.listening) await pause(5);
  socket.write(`${body}${request}${body}`);
  await Promise.all([ended, stopped]);

  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(answers.split('HTTP/1.1 200')[2]).toMatch(/^connection: close/im);
});
