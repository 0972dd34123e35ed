import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ok, refuse } from '#kernel/result.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { type Db, openDb, type Tx } from './db.ts';
import { inSavepoint, refuseAndCommit } from './refusals.ts';
import { dbWithin } from './within.ts';

let database: TestDatabase;
/** One connection of each kind, so that anything a transaction leaves behind affects the next one. */
let db: Db;

beforeAll(async () => {
  database = await givenDatabase();
  await database.db.run('create table steps (name text primary key)');
  db = openDb({ connection: database.connection, poolSize: 1, stockPoolSize: 1 });
});
beforeEach(() => database.db.run('delete from steps'));
afterAll(async () => {
  await db.end();
  await database.drop();
});

const write = (tx: Tx, name: string) => tx.run('insert into steps values ($1)', [name]);
const written = async () =>
  (await database.db.rows<{ name: string }>('select name from steps order by name')).map(({ name }) => name);

describe.each(['transaction', 'stockTransaction'] as const)('a %s', (kind) => {
  test('whose result is a refusal returns it and leaves nothing behind', async () => {
    const refusal = refuse({ kind: 'sold_out' });
    const answer = await db[kind](async (tx) => {
      await write(tx, 'refused');
      return refusal;
    });
    expect(answer).toBe(refusal);
    expect(await written()).toEqual([]);
    await db[kind]((tx) => write(tx, 'next'));
    expect(await written()).toEqual(['next']);
  });

  test.each([[ok('value')], [undefined], [null], [false], [0], [[refuse('in a list')]]])(
    'whose result is %j commits',
    async (result) => {
      await db[kind](async (tx) => {
        await write(tx, 'kept');
        return result;
      });
      expect(await written()).toEqual(['kept']);
    },
  );

  test('with a refusal that commits keeps its earlier writes', async () => {
    const answer = await db[kind](async (tx) => {
      await write(tx, 'kept');
      return refuseAndCommit({ kind: 'link_ended' });
    });
    expect(answer).toEqual(refuse({ kind: 'link_ended' }));
    expect(await written()).toEqual(['kept']);
  });

  test('that wraps such a refusal in another leaves nothing behind', async () => {
    await db[kind](async (tx) => {
      await write(tx, 'refused');
      return refuse({ kind: 'item', refusal: refuseAndCommit({ kind: 'link_ended' }).error });
    });
    expect(await written()).toEqual([]);
  });

  test('that refuses after a deadlock leaves nothing of either attempt', async () => {
    let attempts = 0;
    const answer = await db[kind](async (tx) => {
      attempts += 1;
      await write(tx, `attempt ${attempts}`);
      if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      return refuse('late');
    });
    expect([answer, attempts]).toEqual([refuse('late'), 2]);
    expect(await written()).toEqual([]);
  });
});

describe('a step in a savepoint', () => {
  test('that is refused is undone, and its transaction continues', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'before');
      const step = await inSavepoint(tx, async () => {
        await write(tx, 'refused');
        return refuse('gone');
      });
      expect(step).toEqual(refuse('gone'));
      await write(tx, 'after');
    });
    expect(await written()).toEqual(['after', 'before']);
  });

  test('that throws is undone, and its transaction may go on', async () => {
    await db.transaction(async (tx) => {
      await write(tx, 'before');
      const step = inSavepoint(tx, () => write(tx, 'before'));
      await expect(step).rejects.toMatchObject({ code: '23505' });
      await write(tx, 'after');
    });
    expect(await written()).toEqual(['after', 'before']);
  });

  test('that refuses undoes its own steps, whatever their outcome, and nothing before them', async () => {
    const inner = (tx: Tx, name: string, end: () => unknown) =>
      inSavepoint(tx, async () => {
        await write(tx, name);
        return end();
      });
    const fail = () => {
      throw new Error('changed my mind');
    };
    await db.transaction(async (tx) => {
      await write(tx, 'before');
      await inSavepoint(tx, async () => {
        await write(tx, 'outer');
        await inner(tx, 'good', () => ok(null));
        await inner(tx, 'refused', () => refuse(null));
        await expect(inner(tx, 'failed', fail)).rejects.toThrow('changed my mind');
        const names = await tx.rows<{ name: string }>('select name from steps order by name');
        expect(names.map(({ name }) => name)).toEqual(['before', 'good', 'outer']);
        return refuse('outer');
      });
    });
    expect(await written()).toEqual(['before']);
  });

  test('keeps what a committed refusal has written', async () => {
    await db.transaction((tx) =>
      inSavepoint(tx, async () => {
        await write(tx, 'kept');
        return refuseAndCommit('link_ended');
      }),
    );
    expect(await written()).toEqual(['kept']);
  });
});

test('a transaction continues without a refused one inside it', async () => {
  await db.transaction(async (tx) => {
    const within = dbWithin(tx);
    await within.transaction((inner) => write(inner, 'first'));
    const second = await within.stockTransaction(async (inner) => {
      await write(inner, 'second');
      return refuse('sold_out');
    });
    expect(second).toEqual(refuse('sold_out'));
    await within.transaction((inner) => write(inner, 'third'));
  });
  expect(await written()).toEqual(['first', 'third']);
});
