import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFrom } from '#platform/config/secret-key.ts';
import { COMMAND_SECRET, runShop } from '../../../test/support/command-line.ts';
import { givenPerson, officeBrowser, STAFF_PASSWORD } from '../../../test/support/office-people.ts';
import { givenShopApp, type ShopApp } from '../../../test/support/shop-app.ts';

let app: ShopApp;

beforeAll(async () => {
  app = await givenShopApp({ secretKey: keyFrom(COMMAND_SECRET) });
});
afterAll(() => app.close());

const shop = (...words: string[]) => runShop({ database: app.database, now: app.clock.now() }, ...words);
const tokenIn = (out: string) => /\/office\/invite\/([\w-]{43})/.exec(out)![1]!;

test('the list of an empty office explains how to invite the first owner', async () => {
  expect(await shop('staff', 'list')).toMatchObject({ code: 0, out: expect.stringContaining('staff invite') });
});

test('the first owner is invited, and the link is printed and mailed', async () => {
  const { code, out } = await shop('staff', 'invite', 'berta@example.org', '--name', 'Berta Vos', '--owner');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^Berta Vos has been invited\. .*\n\S+\/office\/invite\/[\w-]{43}\n$/),
  ]);
  const browser = officeBrowser(app);
  await browser.done('accept-invite', { token: tokenIn(out), password: STAFF_PASSWORD });
  expect(await browser.done('session')).toMatchObject({
    step: 'setup',
    person: { name: 'Berta Vos', roles: ['owner'] },
  });
  expect((await app.mails()).filter(({ kind }) => kind === 'staff-invite')).toMatchObject([
    { recipient: 'berta@example.org', body_text: null },
  ]);
  const log = await app.db.rows(`select actor, via, action from audit_log where action = 'staff.invited'`);
  expect(log).toEqual([{ actor: 'box-office', via: 'cli', action: 'staff.invited' }]);
});

test('somebody with an open invitation gets a new link, and the old link is no longer valid', async () => {
  const first = await shop('staff', 'invite', 'noor@example.org', '--name', 'Noor', '--roles', 'support,door');
  const second = await shop('staff', 'invite', 'noor@example.org');
  expect(second.code).toBe(0);
  expect((await officeBrowser(app).call('invite', { token: tokenIn(first.out) })).status).toBe(409);
  expect((await officeBrowser(app).done('invite', { token: tokenIn(second.out) })).roles).toEqual(['door', 'support']);
});

test('an open invitation is not renewed with another name or other roles', async () => {
  await shop('staff', 'invite', 'nina@example.org', '--name', 'Nina Novak', '--roles', 'finance,support');
  for (const change of [['--name', 'Nina'], ['--roles', 'owner'], ['--owner']]) {
    expect(await shop('staff', 'invite', 'nina@example.org', ...change)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Nina Novak (finance, support) has an open invitation.'),
    });
  }
});

test('wrong arguments are refused', async () => {
  for (const words of [
    ['staff', 'invite', 'x@example.org', '--name', 'X'],
    ['staff', 'invite', 'x@example.org', '--name', 'X', '--roles', 'root'],
    ['staff', 'invite', 'x@example.org', '--name', 'X', '--owner', '--roles', 'door'],
    ['staff', 'invite', 'x@example.org', '--owner'],
    ['staff', 'invite', 'not an address', '--name', 'X', '--owner'],
    ['staff', 'reset', 'nobody@example.org'],
    ['staff', 'end-sessions', 'nobody@example.org'],
    ['staff', 'suspend', 'nobody@example.org'],
    ['staff', 'list', 'all'],
  ])
    expect((await shop(...words)).code, words.join(' ')).toBe(2);
});

test('ending sessions, suspending, readmitting and resetting each leave an audit entry', async () => {
  await givenPerson(app, 'Second Owner', ['owner']);
  const person = await givenPerson(app, 'Emma Claes', ['door']);
  expect(await shop('staff', 'end-sessions', person.email)).toMatchObject({
    code: 0,
    out: 'Ended 1 session of Emma Claes.\n',
  });
  expect((await person.browser.call('me')).status).toBe(401);
  expect((await shop('staff', 'suspend', person.email)).code).toBe(0);
  expect((await shop('staff', 'list')).out).toMatch(/Emma Claes .* suspended/);
  expect((await shop('staff', 'suspend', person.email, '--undo')).code).toBe(0);
  const reset = await shop('staff', 'reset', person.email, '--as', 'Noor');
  expect(reset.code).toBe(0);
  expect(await officeBrowser(app).done('invite', { token: tokenIn(reset.out) })).toMatchObject({ name: 'Emma Claes' });
  const log = await app.db.rows('select actor, action from audit_log where subject = $1 and via = $2 order by id', [
    `staff ${person.id}`,
    'cli',
  ]);
  expect(log).toEqual([
    { actor: 'test', action: 'staff.invited' },
    { actor: 'box-office', action: 'staff.sessions-ended' },
    { actor: 'box-office', action: 'staff.suspended' },
    { actor: 'box-office', action: 'staff.let-in' },
    { actor: 'Noor', action: 'staff.reset' },
  ]);
});

test('the last owner who can sign in can be reset here, but not suspended', async () => {
  expect(await shop('staff', 'suspend', 'second.owner@sandlark.example')).toMatchObject({
    code: 2,
    err: expect.stringContaining('last owner who can sign in'),
  });
  expect((await shop('staff', 'reset', 'second.owner@sandlark.example')).code).toBe(0);
  expect((await shop('doctor')).out).toContain('no owner can sign in to the office');
});
