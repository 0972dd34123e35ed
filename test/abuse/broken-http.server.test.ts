import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;

beforeAll(async () => {
  app = await givenShopApp();
});
afterAll(() => app.close());

/** Sends raw bytes and reads until the server closes the connection. */
async function sendBytes(...parts: (string | Buffer)[]): Promise<string> {
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => (answer += text));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  for (const part of parts) socket.write(part);
  await closed;
  return answer;
}

const call = (headers: string, body: string | Buffer) =>
  sendBytes(
    `POST /api/get-shop-item HTTP/1.1\r\nhost: shop\r\nconnection: close\r\ncontent-type: application/json\r\n${headers}\r\n`,
    body,
  );
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]);

const ALWAYS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy'];
const expectHeaders = (answer: string) => {
  const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
  for (const name of ALWAYS) expect(head, answer).toMatch(new RegExp(`^${name}: .`, 'm'));
};

test.each([
  ['something that is not HTTP', 'hello\r\n\r\n', 400],
  ['an unknown method', 'STEAL / HTTP/1.1\r\nhost: shop\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nhost: shop\r\n: value\r\n\r\n', 400],
  ['a header with a bare line feed', 'GET /health HTTP/1.1\r\nhost: shop\r\nx: a\nevil: b\r\rc\r\n\r\n', 400],
  ['two lengths', 'POST /api/login HTTP/1.1\r\nhost: shop\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400],
  [
    'both a length and chunks',
    'POST /api/login HTTP/1.1\r\nhost: shop\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['no host', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['headers of 100 kB', `GET / HTTP/1.1\r\nhost: shop\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
])('the refusal of %s has the headers that every answer has', async (_what, bytes, status) => {
  const answer = await sendBytes(bytes);
  expect(statusOf(answer), answer).toBe(status);
  expectHeaders(answer);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).message).toMatch(/\.$/);
});

test.each([
  ['GET', '/%', 302],
  ['HEAD', '/%', 302],
  ['GET', '/api/%', 404],
  ['GET', '/assets/%E0%A4%A', 404],
  ['GET', '/images/%FF.webp', 404],
  ['GET', '/download-ticket/%E0%A4%A/CODE', 302],
  ['POST', '/api/%', 400],
  ['PUT', '/api/login', 404],
  ['DELETE', '/api/get-data', 404],
  ['PATCH', '/health', 404],
  ['OPTIONS', '/api/login', 404],
  ['TRACE', '/api/login', 404],
])('the answer to %s %s has the headers that every answer has', async (method, path, status) => {
  const answer = await sendBytes(`${method} ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
  expect(statusOf(answer), answer).toBe(status);
  expectHeaders(answer);
});

test.each([
  ['GET', 'http://shop', '/api/openapi.json'],
  ['GET', 'HTTPS://evil.example:8443', '/download-ticket/CODE/wrong'],
  ['GET', 'http://shop', '/api/nothing?x'],
  ['POST', 'http://shop', '/api/login'],
])('of %s %s%s, an absolute address as proxies send it, only the path counts', async (method, origin, path) => {
  const ask = (target: string) => sendBytes(`${method} ${target} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
  const [answer, expected] = [await ask(origin + path), await ask(path)];
  expect(statusOf(answer)).toBe(statusOf(expected));
  expect(answer.slice(answer.indexOf('\r\n\r\n'))).toBe(expected.slice(expected.indexOf('\r\n\r\n')));
});

test.each([
  ['a byte order mark before the object', '\ufeff{"external_code":"saturday"}', 200],
  ['the same key twice', '{"external_code":"nothing","external_code":"saturday"}', 200],
  ['a key named __proto__', '{"external_code":"saturday","__proto__":{"token":"x"}}', 400],
  ['a constructor with a prototype', '{"external_code":"saturday","constructor":{"prototype":{"a":1}}}', 400],
  ['two objects', '{"external_code":"saturday"}{}', 400],
  ['a comment', '{"external_code":"saturday"/**/}', 400],
  ['NaN as a number', '{"external_code":NaN}', 400],
  ['UTF-16 text', Buffer.from('{"external_code":"saturday"}', 'utf16le'), 400],
  [
    'bytes that are not UTF-8',
    Buffer.from([...Buffer.from('{"external_code":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
    404,
  ],
])('a body with %s has the same outcome in one piece and in chunks', async (_what, text, status) => {
  const body = Buffer.from(text as string);
  expect(statusOf(await call(`content-length: ${body.length}\r\n`, body))).toBe(status);
  const half = Math.floor(body.length / 2);
  const chunk = (part: Buffer) =>
    Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
  const chunks = Buffer.concat([chunk(body.subarray(0, half)), chunk(body.subarray(half)), Buffer.from('0\r\n\r\n')]);
  expect(statusOf(await call('transfer-encoding: chunked\r\n', chunks))).toBe(status);
});

test.each([
  ['gzip', 'content-encoding: gzip\r\n'],
  ['an unsupported charset', 'content-type: application/json; charset=utf-7\r\n'],
])('a body in %s is refused or read unchanged, and never answered with a 5xx', async (_what, header) => {
  const answer = await call(`${header}content-length: 2\r\n`, '{}');
  expect(statusOf(answer)).toBeLessThan(500);
});
