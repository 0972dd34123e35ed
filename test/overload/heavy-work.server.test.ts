import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchase } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { type ShopProcess, startShop } from '../support/server.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

/** The long form sends two hundred concurrent requests; the short one as many as its time allows. */
const AT_ONCE = rounds > 1 ? 200 : 25;
const MAX_MS = 120_000;
const SOCKETS = rounds > 1 ? 2_000 : 500;
/**
 * How much the shop's memory may grow, in megabytes: hashes, documents and buffers of all requests that may run
 * together.
 */
const MORE_MEMORY = 400;

let app: ShopApp;
let shop: ShopProcess;
let cart: string;
beforeAll(async () => {
  // The process below keeps the machine's time, so the shop must be on sale today.
  app = await givenShopApp({}, { now: new Date() });
  // A separate process, so that the test does not delay what it measures. Each attempt has its own network.
  shop = await startShop({ databaseUrl: app.database.url, env: { ROLE: 'web', TRUSTED_PROXIES: '127.0.0.1, ::1' } });
  const ticket = { external_code: 'saturday', full_name: 'Ada Lovelace', email: 'ada@example.org', age: '25-34' };
  const { cart: begun } = (await (await post('add-product-to-cart', ticket)).json()) as { cart: { code: string } };
  cart = begun.code;
});
afterAll(async () => {
  await shop.stop();
  await app.close();
});

let networks = 0;
const fromElsewhere = () => {
  networks += 1;
  return { 'x-forwarded-for': `198.51.${networks >> 8}.${networks & 255}` };
};

const post = (name: string, body: object) =>
  fetch(`${shop.url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...fromElsewhere() },
    body: JSON.stringify(body),
  });

const memoryOf = (pid: number): number => {
  if (!fs.existsSync(`/proc/${pid}/status`)) return 0;
  return Number(/^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
};

interface Others {
  /** The 99th percentile of another customer's answer times, without the work and during it, in milliseconds. */
  readonly idle: number;
  readonly p99: number;
  readonly seen: number;
  /** How much the shop's memory grew, in megabytes. */
  readonly memory: number;
}

/** Watches another customer before and during some work. */
async function othersDuring<T>(begin: () => Promise<T>): Promise<Others & { result: T }> {
  const before = memoryOf(shop.pid);
  let memory = before;
  const answerTime = async (): Promise<number> => {
    const begun = performance.now();
    const answer = await post('get-cart', { cart });
    await answer.body?.cancel();
    expect(answer.status).toBe(200);
    const took = performance.now() - begun;
    memory = Math.max(memory, memoryOf(shop.pid));
    await pause(10);
    return took;
  };
  const alone: number[] = [];
  while (alone.length < 20) alone.push(await answerTime());
  const times: number[] = [];
  let isOver = false;
  const watched = begin().finally(() => (isOver = true));
  while (!isOver || times.length < 20) times.push(await answerTime());
  const result = await watched;
  return { result, idle: p99Of(alone), p99: p99Of(times), seen: times.length, memory: memory - before };
}

/** At least one answer may be late, because a machine that runs several tests sometimes stalls. */
function p99Of(times: readonly number[]): number {
  const late = Math.max(1, Math.floor(times.length * 0.01));
  return times.toSorted((one, other) => one - other)[times.length - 1 - late]!;
}

function report(what: string, { idle, p99, seen, memory }: Others): void {
  console.info(
    `${what}: others' p99 ${p99.toFixed(0)} ms of ${seen} answers, ${idle.toFixed(0)} ms before, ${memory.toFixed(0)} MB more`,
  );
  // On a machine that other programs keep busy, everything takes longer.
  expect(p99).toBeLessThan(1_000 + 10 * idle);
  expect(memory).toBeLessThan(MORE_MEMORY);
}

const statusesOf = (answers: readonly Response[]) => [...new Set(answers.map(({ status }) => status))];

test(
  'very many passwords at once hardly slow other customers',
  async () => {
    const logIn = (_: unknown, index: number) =>
      post('login', { email: `guess-${index}@example.org`, password: 'not-this-one' });
    const others = await othersDuring(() => Promise.all(Array.from({ length: AT_ONCE }, logIn)));
    report(`${AT_ONCE} passwords`, others);
    for (const status of statusesOf(others.result)) expect([422, 503]).toContain(status);
  },
  MAX_MS,
);

test(
  'very many documents at once hardly slow other customers, and all are made',
  async () => {
    // One ticket may be opened thirty times in ten minutes.
    const count = Math.ceil(AT_ONCE / 25);
    const { tickets } = await purchase(app, await app.login(), Array(count).fill('under-16-pass'));
    const open = (_: unknown, index: number) => {
      const { code } = tickets[index % tickets.length]!;
      return fetch(`${shop.url}/download-ticket/holder%40example.org/${code}`, { headers: fromElsewhere() });
    };
    const others = await othersDuring(() => Promise.all(Array.from({ length: AT_ONCE }, open)));
    report(`${AT_ONCE} documents`, others);
    expect(statusesOf(others.result)).toEqual([200]);
  },
  MAX_MS,
);

test('very many silent connections hardly slow other visitors', async () => {
  const sockets = Array.from({ length: SOCKETS }, () => net.connect(shop.port, 'localhost').on('error', () => {}));
  const others = await othersDuring(() => pause(rounds > 1 ? 5_000 : 1_000));
  report(`${SOCKETS} connections`, others);
  for (const socket of sockets) socket.destroy();
});
