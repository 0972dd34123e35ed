import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, type TestFolder } from '#features/shop-config/testing.ts';
import { type CommandAnswer, runShop } from '../../../test/support/command-line.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';

const now = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let folder: TestFolder;
beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
  expect((await importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now })).ok).toBe(true);
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const room = (...words: string[]): Promise<CommandAnswer> => runShop({ database, now }, 'waiting-room', ...words);
const rooms = async () => JSON.parse((await room('list', '--json')).out);

test('a waiting room is set up, opened, paused, sped up and closed, and the audit log names the operator', async () => {
  expect((await room('list')).out).toBe('There is no waiting room.\n');
  expect(await room('start', '--opens', '2026-11-20 12:00', '--per-minute', '120', '--as', 'Berta')).toMatchObject({
    code: 0,
    out: 'Waiting room 1 is set up.\n',
  });
  expect(await rooms()).toMatchObject([
    { id: 1, status: 'scheduled', event_code: null, opens_at: '2026-11-20T11:00:00.000Z', max_per_minute: 120 },
  ]);
  expect((await room('start')).err).toContain('There is already a waiting room here');
  expect((await room('open', '1')).out).toBe('The waiting room is open.\n');
  expect((await room('change', '1', '--per-minute', '900', '--max-inside', '50')).code).toBe(0);
  expect((await room('pause', '1')).out).toBe('The waiting room is paused.\n');
  expect(await rooms()).toMatchObject([{ status: 'paused', max_per_minute: 900, max_inside: 50, pace: 900 }]);
  expect((await room('list')).out).toMatch(/1 +the whole shop +paused +0 +0 +0 +0 of 50 +900 of 900/);
  expect((await room('close', '1')).out).toBe('The waiting room is closed.\n');
  expect(await rooms()).toEqual([]);
  const log = await database.db.rows<{ actor: string; action: string; subject: string }>(
    "select actor, action, subject from audit_log where action like 'waiting-room.%' order by id",
  );
  expect(log.map(({ action }) => action)).toEqual([
    'waiting-room.started',
    'waiting-room.opened',
    'waiting-room.changed',
    'waiting-room.paused',
    'waiting-room.closed',
  ]);
  expect(log[0]).toMatchObject({ actor: 'Berta', subject: 'shop 1' });
});

test('a command that makes no sense is refused with the reason, and changes nothing', async () => {
  const refusals: readonly [words: readonly string[], sentence: string][] = [
    [['start', '--event', 'nowhere'], 'There is no event "nowhere".'],
    [['start', '--opens', '2026-11-20 10:00'], 'The opening must be in the future.'],
    [['start', '--opens', '2026-11-20 12:00', '--under-load'], '--opens and --under-load cannot be used together.'],
    [['start', '--per-minute', '0'], '--per-minute must be a whole number from 1 to 100000, not "0".'],
    [['change', '1'], 'Name what to change, such as --per-minute 600.'],
    [['pause', '99'], 'There is no waiting room with this number'],
    [['open', '1'], 'This is not possible: the waiting room is closed.'],
  ];
  for (const [words, sentence] of refusals) {
    const { code, err } = await room(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
    expect(err).toContain('Nothing was changed.');
  }
});
