import net from 'node:net';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { defaultSocketLimits, type SocketLimits, type SocketWatch, watchSockets } from './sockets.ts';

let app: FastifyInstance;
const clients: net.Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  app.server.closeAllConnections();
  await app.close();
});

async function given(limits: Partial<SocketLimits>, answer: RouteHandlerMethod, network: string | null = 'one') {
  app = Fastify();
  const all = { ...defaultSocketLimits, checkEveryMs: 3_600_000, ...limits };
  const watch: SocketWatch = watchSockets(app, all, () => network);
  app.get('/*', answer);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return watch;
}

interface Client {
  socket: net.Socket;
  isOpen: boolean;
  text: string;
  closed: Promise<void>;
}

async function connect(paused = false): Promise<Client> {
  const { port } = app.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  clients.push(socket);
  let close = () => {};
  const client: Client = { socket, isOpen: true, text: '', closed: new Promise((resolve) => (close = resolve)) };
  socket.on('error', () => {});
  socket.on('close', () => {
    client.isOpen = false;
    close();
  });
  if (!paused) socket.on('data', (data) => (client.text += data));
  else socket.pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  return client;
}

const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const hello: RouteHandlerMethod = async () => 'hello';

test('one network may hold half of all connections; another is accepted once one has closed', async () => {
  await given({ maxOpen: 6 }, hello);
  const kept = [await connect(), await connect(), await connect()];
  const refused = await connect();
  await refused.closed;
  expect(kept.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
  kept[0]!.socket.end();
  await kept[0]!.closed;
  const next = await connect();
  next.socket.write(GET);
  await expect.poll(() => next.text).toContain('hello');
});

test('the connections of a proxy with many visitors behind it are not counted', async () => {
  await given({ maxOpen: 6 }, hello, null);
  const all = await Promise.all(Array.from({ length: 5 }, () => connect()));
  for (const { socket } of all) socket.write(GET);
  await expect.poll(() => all.filter(({ text }) => text.includes('hello'))).toHaveLength(5);
});

test('a connection beyond the limit for all is closed', async () => {
  await given({ maxOpen: 2 }, hello, null);
  const kept = [await connect(), await connect()];
  const refused = await connect();
  await refused.closed;
  expect(kept.map(({ isOpen }) => isOpen)).toEqual([true, true]);
});

test('a few requests sent ahead are answered in order; for very many, the connection is cut', async () => {
  let begun = 0;
  await given({ maxUnanswered: 10 }, async (request) => {
    begun += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    return `answer to ${request.url}.`;
  });
  const polite = await connect();
  polite.socket.write(Array.from({ length: 10 }, (_, index) => GET.replace('/', `/${index}`)).join(''));
  await expect.poll(() => polite.text.match(/answer to \S+\./g)?.length).toBe(10);
  expect(polite.text.match(/answer to \S+\./g)![9]).toBe('answer to /9.');
  begun = 0;
  const greedy = await connect();
  greedy.socket.write(GET.repeat(5_000));
  await greedy.closed;
  expect(begun).toBe(10);
});

test('a client that reads nothing of a large answer is cut off; one that reads gets all of it', async () => {
  const large = Buffer.alloc(20_000_000, 'x');
  const watch = await given({ patience: 3 }, async () => large);
  const reader = await connect();
  const sleeper = await connect(true);
  reader.socket.write(GET);
  sleeper.socket.write(GET);
  await expect.poll(() => reader.text.length, { timeout: 10_000 }).toBeGreaterThan(large.length);
  for (let look = 0; look < 5; look += 1) {
    watch.check();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  sleeper.socket.resume();
  await sleeper.closed;
  expect(sleeper.socket.bytesRead).toBeLessThan(large.length);
  expect(reader.isOpen).toBe(true);
});

test('if unread answers take too much memory, the largest are cut off until the rest fits', async () => {
  const watch = await given({ maxUnread: 15_000_000 }, async ({ url }) => Buffer.alloc(Number(url.slice(1)), 'x'));
  const sizes = [12_000_000, 20_000_000, 13_000_000];
  const all: Client[] = [];
  for (const size of sizes) {
    const client = await connect(true);
    client.socket.write(GET.replace('/', `/${size}`));
    all.push(client);
  }
  await expect
    .poll(() => {
      watch.check();
      return watch.unread();
    })
    .toBeLessThan(15_000_000);
  for (const { socket } of all) socket.resume();
  await all[1]!.closed;
  const whole = () => all.filter(({ socket }, index) => socket.bytesRead >= sizes[index]!).length;
  await expect.poll(whole, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
});
