import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { rounds } from '../support/rounds.ts';
import { type Bought, buy } from './support/buyer.ts';
import { givenMailSink, type MailSink } from './support/mail-sink.ts';
import { expectMailsArrived, expectNothingLost } from './support/nothing-lost.ts';
import { POINTS } from './support/points.ts';
import { givenRestartableShop, type RestartableShop } from './support/restartable-shop.ts';
import { givenSale, type Sale } from './support/sale.ts';

// Two server processes on one database sell, with real HTTP and a real mail server. Both are killed repeatedly, at
// every named point and at random ones. Buyers retry with the same key, as browsers do.

const BUYERS_AT_ONCE = 6;
/** The hardest points. Before a commit everything is rolled back; a commit whose answer was lost is harder. */
const HARDEST = [
  'after the commit of an order with its first payment attempt',
  "after the commit of the gateway's new payment",
  'between the money and the tickets',
  'after the commit of a payment with its tickets',
  'after the commit of the answer stored for a repeated request',
  'before the commit of the record that a mail was sent',
];
const KILL_POINTS = rounds > 1 ? POINTS : POINTS.filter(({ name }) => HARDEST.includes(name));
const TURNS = rounds > 1 ? 8 : 1;
const RANDOM_KILLS = rounds > 1 ? 120 : 1;
/** The longest wait for a buyer to pay, between two kills of a process. */
const MAX_WAIT_MS = 1_500;
/** Each kill moves the shop's time by this, so that work claimed by a dead process soon falls due. */
const CLOCK_STEP_MS = 8_000;
/** Longer than the lease of a mail that a dead process had claimed. */
const PAST_ALL_LEASES_MS = 4 * 60_000;

let database: TestDatabase;
let sale: Sale;
let sink: MailSink;
let shops: RestartableShop[];

beforeAll(async () => {
  database = await givenDatabase();
  [sale, sink] = await Promise.all([givenSale(database.db, 20_000), givenMailSink()]);
  const env = { SMTP_URL: sink.url };
  shops = await Promise.all([givenRestartableShop(database, env), givenRestartableShop(database, env)]);
});
afterAll(async () => {
  await Promise.all((shops ?? []).map((shop) => shop.stop()));
  await sink?.close();
  await database?.drop();
});

const addresses = () => shops.map(({ url }) => url);

interface Rush {
  readonly bought: Bought[];
  readonly statuses: Map<string, number>;
  nextPaid(): Promise<void>;
  /** Starts no more buyers. Resolves when all who have started have their order. */
  end(): Promise<void>;
  /** Rejects as soon as a buyer fails. */
  readonly trouble: Promise<never>;
}

/** Plays buyers who come one after another, several at a time, until the end. */
function beginRush(): Rush {
  const bought: Bought[] = [];
  const statuses = new Map<string, number>();
  const onAnswer = (call: string, status: number | 'none') => {
    const seen = `${call} ${status}`;
    statuses.set(seen, (statuses.get(seen) ?? 0) + 1);
  };
  const waiting: (() => void)[] = [];
  let next = 0;
  let isOver = false;
  const queue = async () => {
    while (!isOver) {
      const index = next;
      next += 1;
      const token = sale.tokens[index]!;
      const { externalCode } = sale.item;
      bought.push(await buy({ addresses, token, externalCode, paysLater: index % 3 === 0, onAnswer }));
      for (const notify of waiting.splice(0)) notify();
    }
  };
  const all = Promise.all(Array.from({ length: BUYERS_AT_ONCE }, queue));
  const trouble = new Promise<never>((_, reject) => all.catch(reject));
  trouble.catch(() => {});
  return {
    bought,
    statuses,
    trouble,
    nextPaid: () => new Promise((resolve) => waiting.push(resolve)),
    async end() {
      isOver = true;
      await all;
    },
  };
}

test('servers killed at every named point and at random lose and double nothing, and all buy', async () => {
  const rush = beginRush();
  const points = Array.from({ length: TURNS }, () => KILL_POINTS).flat();
  const killed = new Map<string, number>();
  const count = async (name: string) => {
    killed.set(name, (killed.get(name) ?? 0) + 1);
    await database.db.run('update clock_shift set shift_ms = shift_ms + $1', [CLOCK_STEP_MS]);
  };
  let random = RANDOM_KILLS;
  const killRepeatedly = async (shop: RestartableShop) => {
    for (;;) {
      await Promise.race([rush.nextPaid(), pause(rounds > 1 ? MAX_WAIT_MS : 0)]);
      const point = points.shift();
      if (point) {
        const soon = Promise.race([pause(60_000), rush.trouble]);
        expect(await shop.killWhen(point.rule, soon), point.name).toBe(true);
        await count(point.name);
      } else if (random > 0) {
        random -= 1;
        await pause(Math.random() * 200);
        await shop.kill();
        await count('at random');
      } else return;
    }
  };
  await Promise.race([Promise.all(shops.map(killRepeatedly)), rush.trouble]);
  await rush.end();
  await settle();

  const kills = [...killed.values()].reduce((all, times) => all + times, 0);
  expect(killed.size, 'each point was reached').toBe(KILL_POINTS.length + 1);
  await expectNothingLost(database.db, sale, rush.bought);
  const again = await expectMailsArrived(database.db, sink, rush.bought.length);
  expect([...rush.statuses.keys()].filter((one) => / 5(?!03)/.test(one))).toEqual([]);
  const unanswered = [...rush.statuses].reduce((all, [seen, times]) => all + (seen.endsWith('none') ? times : 0), 0);
  console.info(
    `${kills} kills: ${KILL_POINTS.length} points ${TURNS} times, ${RANDOM_KILLS} at random; ${rush.bought.length} orders paid, ` +
      `${unanswered} requests unanswered and repeated, ${again} mails arrived twice`,
  );
}, 3_600_000);

/** Makes due all work that killed processes left behind. */
async function settle(): Promise<void> {
  const { shift } = (await database.db.row<{ shift: number }>('select shift_ms as shift from clock_shift'))!;
  for (const turn of [1, 2]) {
    const now = new Date(Date.now() + shift + turn * PAST_ALL_LEASES_MS).toISOString();
    const answer = await fetch(`${shops[0]!.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now }),
    });
    expect(answer.status).toBe(200);
  }
}
