import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { actions } from '../office/support/actions.ts';
import { contracts, fieldsOf } from '../office/support/contracts.ts';
import { permissionFor } from '../office/support/needs.ts';
import { NO_ACTIONS, NO_RIVAL } from '../office/support/not-raced.ts';
import type { OfficeAction, Rival, Situation } from '../office/support/office-action.ts';
import { freshProofs, givenOfficeShop, type OfficeShop, openOfficeShop } from '../office/support/situations.ts';
import { lockWaits } from '../support/lock-waits.ts';
import type { OfficePerson } from '../support/office-people.ts';
import { rounds } from '../support/rounds.ts';
import { rivalOf, wasDone } from './office-rivals.ts';
import { type Pauses, pausable } from './pauses.ts';
import { tracesOf } from './traces.ts';

/* A member of staff confirms an action, and a rival interferes: a colleague, the customer, the bank or the provider. The
action is stopped after one of its statements until the rival has finished or waits for a lock. The outcome must be as if
one acted after the other or, if one is refused, as if the other acted alone. `npm test` stops the action before its
commit for a colleague who does the same, and before its first lock for its first other rival. `npm run test:long` stops
it after each statement, for every rival. */

let shop: OfficeShop;
let pauses: Pauses;
/** Whether orders are not locked, to show that the races can go wrong. */
let isUnlocked = false;

beforeAll(async () => {
  const app = await openOfficeShop({
    around(db) {
      pauses = pausable(db, (text) => (isUnlocked ? text.replace(/(from orders where .*)for update$/, '$1') : text));
      return pauses.db;
    },
  });
  shop = await givenOfficeShop(app);
});
afterAll(() => shop.app.close());

const SAME = 'a colleague does the same';
type Second = Rival | typeof SAME;
/** Confirms a previewed action, or lets a rival act. Returns whether it worked. */
type Confirmation = () => Promise<boolean>;

async function confirmationOf(person: OfficePerson, name: string, body: object): Promise<Confirmation> {
  const fields = fieldsOf(name);
  const confirmed = async (): Promise<object> => {
    if (fields.includes('preview')) return { preview: (await person.browser.done(name, body)).preview };
    if (!fields.includes('fingerprint')) return {};
    const { fingerprint, at } = await person.browser.done(name, body);
    return { fingerprint, at };
  };
  const token = await confirmed();
  return async () => wasDone(await person.browser.call(name, { ...body, ...token, request_key: crypto.randomUUID() }));
}

interface Race {
  readonly first: Confirmation;
  readonly second: Confirmation;
  /** Returns who succeeded, and the traces that are left in the database. */
  outcome(successes: readonly [boolean, boolean]): Promise<string>;
}

async function raceOf(name: string, action: OfficeAction, second: Second): Promise<Race> {
  await freshProofs(shop);
  await action.before?.(shop);
  const traces = await tracesOf(shop.app.db);
  const situation = await action.given(shop);
  const first = await confirmationOf(shop.owner, name, situation.body);
  return {
    first,
    second: await secondOf(name, situation, second),
    outcome: async (successes) => JSON.stringify({ successes, traces: await traces(situation) }, null, 1),
  };
}
const secondOf = (name: string, situation: Situation, second: Second): Promise<Confirmation> =>
  second === SAME ? confirmationOf(shop.colleague, name, situation.body) : rivalOf(shop, second, situation);

interface FirstRun {
  readonly outcome: string;
  /** The statements of the confirmed action. */
  readonly statements: readonly string[];
}

async function firstThenSecond(...of: Parameters<typeof raceOf>): Promise<FirstRun> {
  const race = await raceOf(...of);
  pauses.takeStatements();
  const first = await race.first();
  // Without a success there is no race.
  expect(first).toBe(true);
  const statements = pauses.takeStatements();
  return { outcome: await race.outcome([first, await race.second()]), statements };
}

/** The other allowed outcomes: the opposite order, or one of the two alone because the other is refused. */
const OTHER_OUTCOMES: Readonly<Record<string, (race: Race) => Promise<readonly [boolean, boolean]>>> = {
  'the rival first': async (race) => {
    const second = await race.second();
    return [await race.first(), second];
  },
  'the action alone': async (race) => [await race.first(), false],
  'the rival alone': async (race) => [false, await race.second()],
};

/** Stops the first after this many statements, and lets the second act meanwhile. Returns the outcome. */
async function runInBetween(count: number, ...of: Parameters<typeof raceOf>): Promise<string> {
  const race = await raceOf(...of);
  const stop = pauses.stopAfter(count);
  const first = race.first();
  await Promise.race([stop.reached, first]);
  const second = race.second();
  await untilEndedOrWaiting(second);
  stop.goOn();
  return await race.outcome([await first, await second]);
}

/** Resolves when the second one has ended, as soon as a transaction waits for a lock, or after two seconds. */
async function untilEndedOrWaiting(second: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  second.then(end, end);
  for (let tries = 0; tries < MAX_TRIES && !hasEnded; tries += 1) {
    if ((await lockWaits(shop.app.db)) > 0) return;
    await Promise.race([second, pause(2)]);
  }
}
/** Two seconds of checks every 2 ms. After that the second one may be waiting for something other than a lock. */
const MAX_TRIES = 1_000;

const LOCKS = /for (no key )?update|for share|pg_advisory|^\s*(update|insert|delete)/i;

/** Returns the numbers of statements after which to stop the action. */
function stopsOf(statements: readonly string[], second: Second): number[] {
  if (rounds > 1) return statements.map((_, index) => index + 1);
  const lock = statements.findIndex((text) => LOCKS.test(text));
  return [second === SAME ? statements.length : Math.max(1, lock)];
}

/** Describes the differences between two outcomes. */
function difference(found: string, wanted: string): string {
  const lines = (text: string) => text.split('\n').map((line) => line.trim());
  const without = (some: string[], others: string[]) => {
    const left = [...others];
    return some.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...without(lines(found), lines(wanted)).map((line) => `+ ${line}`),
    ...without(lines(wanted), lines(found)).map((line) => `- ${line}`),
  ].join('\n');
}

/** Returns why a race went wrong; null if it ended well wherever the action was stopped. */
async function findFault(name: string, second: Second): Promise<string | null> {
  const action = actions[name]!;
  const { outcome, statements } = await firstThenSecond(name, action, second);
  const outcomes = new Map([['the action first', outcome]]);
  const untried = Object.entries(OTHER_OUTCOMES);
  for (const count of stopsOf(statements, second)) {
    const found = await runInBetween(count, name, action, second);
    while (![...outcomes.values()].includes(found) && untried.length > 0) {
      const [how, goes] = untried.shift()!;
      const race = await raceOf(name, action, second);
      outcomes.set(how, await race.outcome(await goes(race)));
    }
    if ([...outcomes.values()].includes(found)) continue;
    return [
      `Stopped after statement ${count}, it ended as neither order does.`,
      ...[...outcomes].flatMap(([how, wanted]) => [`Compared with ${how}:`, difference(found, wanted)]),
      ...statements.slice(Math.max(0, count - 1), count + 1),
    ].join('\n');
  }
  return null;
}

describe.each(Object.entries(actions))('%s', (name, { rivals }) => {
  const all: readonly Second[] = [SAME, ...(rounds > 1 ? rivals : rivals.slice(0, 1))];
  test.each(all)(
    'ends as if one came after the other, or one alone, when %s',
    { timeout: rounds * 60_000 },
    async (second) => {
      const found = await findFault(name, second);
      if (found !== null) expect.fail(found);
    },
  );
});

test('every call of staff that changes something is raced against a customer and a colleague', () => {
  const changing = contracts
    .filter(({ name, changes }) => changes && permissionFor(name) !== null)
    .filter(({ name }) => permissionFor(name) !== 'staff.manage' || name in actions)
    .map(({ name }) => name);
  expect([...Object.keys(actions), ...Object.keys(NO_ACTIONS)].toSorted()).toEqual(changing.toSorted());
  const isColleague = (rival: Rival) => rival.startsWith('a colleague');
  const unraced = Object.entries(actions).flatMap(([name, { rivals }]) => [
    ...(rivals.every(isColleague) ? [[name, 'the customer’s side']] : []),
    ...(rivals.some(isColleague) ? [] : [[name, 'a colleague who does something else']]),
  ]);
  const excused = Object.entries(NO_RIVAL).flatMap(([name, sides]) => Object.keys(sides).map((side) => [name, side]));
  expect(unraced.toSorted()).toEqual(excused.toSorted());
  const pairs = Object.values(actions).reduce((all, { rivals }) => all + 1 + rivals.length, 0);
  console.log(
    `${changing.length} calls of staff change something: ${Object.keys(actions).length} are raced, in ${pairs} pairs; ` +
      `${Object.keys(NO_ACTIONS).length} need no race; ${excused.length} have rivals on one side only`,
  );
});

test('after all races the doctor finds nothing', async () => {
  expect((await auditShop(shop.app.db, shop.app.clock.now())).findings).toEqual([]);
});

test('without the lock on the order, two colleagues both resend the same email', async () => {
  isUnlocked = true;
  expect(await findFault('order-mail-again', SAME)).toContain('+ "order.mailed_again Anna Bos"');
});
