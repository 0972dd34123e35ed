import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FRESH_PERMISSIONS, PERMISSIONS, permissionsOf, ROLES, type Role } from '#features/staff/domain/permissions.ts';
import { suspend } from '#features/staff/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { refuse } from '#kernel/result.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import {
  codeAt,
  givenPerson,
  invite,
  MINUTE,
  type OfficeBrowser,
  type OfficePerson,
  officeBrowser,
  STAFF_PASSWORD,
  signIn,
  staffPartsOf,
} from '../support/office-people.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import {
  callsWithNeeds,
  documentedPermissions,
  needsFreshProof,
  permissionFor,
  type Stage,
  stageFor,
} from './support/needs.ts';

let app: ShopApp;
/** One member of staff for each role. */
const people = {} as Record<Role, OfficePerson>;
const names = (): readonly string[] => app.server.officeCalls.contracts.map(({ name }) => name);

beforeAll(async () => {
  app = await givenShopApp();
  for (const role of ROLES) people[role] = await givenPerson(app, `The ${role}`, [role]);
});
afterAll(() => app.close());
// Moving the clock gives every code a new step, and makes everybody sign in again.
beforeEach(() => app.travel(16 * MINUTE));

/** Calls that end the session of the browser that makes them, so the loops skip them. */
const CHANGES_SESSION = ['logout'];

async function outcomeOf(browser: OfficeBrowser, name: string): Promise<string> {
  const { status, body } = await browser.call(name);
  if (status === 401 && body.code) return body.code;
  return status === 403 ? `${body.code} ${body.permission ?? ''}`.trim() : 'answered';
}

describe('role × call', () => {
  test('the table of needs lists exactly the calls of the office', () => {
    expect(names().toSorted()).toEqual(callsWithNeeds.toSorted());
  });

  test.each(ROLES)('%s: each call is answered with its permission; a refusal names the missing one', async (role) => {
    const browser = await signIn(app, people[role]);
    const own = documentedPermissions()[role]!;
    const wanted: Record<string, string> = {};
    const found: Record<string, string> = {};
    for (const name of names()) {
      if (CHANGES_SESSION.includes(name)) continue;
      const permission = permissionFor(name);
      const isAllowed = permission === null || own.has(permission);
      // Somebody who is completely signed in no longer has to give a code.
      wanted[name] = name === 'login-code' ? expect.any(String) : isAllowed ? 'answered' : `forbidden ${permission}`;
      found[name] = await outcomeOf(browser, name);
    }
    expect(found).toEqual(wanted);
    expect(Object.keys(found).length).toBeGreaterThan(30);
  });

  test('a visitor who is not signed in gets answers only to the calls for signing in', async () => {
    for (const name of names()) {
      const wanted = stageFor(name) === 'anybody' ? 'answered' : 'login';
      expect([name, await outcomeOf(officeBrowser(app), name)]).toEqual([name, wanted]);
    }
  });

  test('a password alone opens only the code step', async () => {
    const { email } = people.owner;
    const withPasswordOnly = async () => {
      await app.travel(16 * MINUTE);
      const browser = officeBrowser(app);
      await browser.done('login-password', { email, password: STAFF_PASSWORD });
      return browser;
    };
    await expectOnly(['anybody', 'code'], withPasswordOnly, 'code');
  });

  test('an invitation alone opens only the setup', async () => {
    let invitations = 0;
    const withInvitation = async () => {
      invitations += 1;
      const { token } = await invite(app, `Set up ${invitations}`, ['owner']);
      const browser = officeBrowser(app);
      await browser.done('accept-invite', { token, password: STAFF_PASSWORD });
      return browser;
    };
    await expectOnly(['anybody', 'code', 'setup'], withInvitation, 'setup');
  });

  /** Expects answers for calls of these stages and refusals for all others, which must not change the session. */
  async function expectOnly(stages: readonly Stage[], begin: () => Promise<OfficeBrowser>, step: string) {
    let browser = await begin();
    let refused = 0;
    for (const name of names()) {
      if (CHANGES_SESSION.includes(name)) continue;
      const isAnswered = stages.includes(stageFor(name));
      const found = await outcomeOf(browser, name);
      if (name !== 'login-code' || step === 'code')
        expect([name, found]).toEqual([name, isAnswered ? 'answered' : 'login']);
      if (isAnswered) browser = await begin();
      else {
        refused += 1;
        expect(await browser.done('session'), name).toMatchObject({ step });
      }
    }
    expect(refused).toBeGreaterThan(10);
  }

  test('refused permissions are in the audit log', async () => {
    const browser = await signIn(app, people.viewer);
    await browser.call('staff-list');
    const row = await app.db.row('select action, staff_id, via, details from audit_log order by id desc limit 1');
    expect(row).toEqual({
      action: 'staff.refused',
      staff_id: people.viewer.id,
      via: 'office',
      details: { call: 'staff-list', permission: 'staff.manage' },
    });
  });

  test('the session names exactly the permissions of the roles', async () => {
    for (const role of ROLES) {
      const browser = await signIn(app, people[role]);
      expect((await browser.done('session')).permissions).toEqual(permissionsOf([role]));
    }
    expect(permissionsOf(['owner'])).toEqual(PERMISSIONS);
  });
});

describe('a fresh proof', () => {
  test('lasts five minutes from signing in, for the calls that need it', async () => {
    const browser = await signIn(app, people.owner);
    await app.travel(5 * MINUTE - 1_000);
    expect(await outcomeOf(browser, 'staff-invite')).toBe('answered');
    await app.travel(1_000);
    for (const name of names()) {
      if (CHANGES_SESSION.includes(name) || name === 'login-code') continue;
      expect([name, await outcomeOf(browser, name)]).toEqual([name, needsFreshProof(name) ? 'step_up' : 'answered']);
    }
  });

  test('is given by a code, changes the token, and lets the same call through', async () => {
    const browser = await signIn(app, people.owner);
    await app.travel(6 * MINUTE);
    const body = { request_key: crypto.randomUUID(), id: people.door.id, roles: ['door', 'viewer'] };
    expect(await browser.call('staff-roles', body)).toMatchObject({ status: 403, body: { code: 'step_up' } });
    const before = browser.token;
    await browser.done('step-up', { code: codeAt(people.owner.secret, app.clock.now()) });
    expect(browser.token).not.toBe(before);
    expect((await browser.call('staff-roles', body)).status).toBe(200);
    const stale = officeBrowser(app);
    stale.token = before;
    expect((await stale.call('me')).status).toBe(401);
    await app.travel(5 * MINUTE);
    expect((await browser.call('staff-roles', { ...body, request_key: undefined })).status).toBe(403);
    expect((await browser.call('me')).status).toBe(200);
  });

  test('is refused for a wrong code, and after too many attempts', async () => {
    const browser = await signIn(app, people.finance);
    await app.travel(6 * MINUTE);
    for (let count = 0; count < 5; count += 1)
      expect((await browser.call('step-up', { code: '000000' })).status).toBe(422);
    const code = codeAt(people.finance.secret, app.clock.now());
    expect((await browser.call('step-up', { code })).status).toBe(429);
    expect((await browser.call('totp-setup')).body.code).toBe('step_up');
  });

  test('is required by every permission that moves money, shows bank details or changes people', () => {
    expect([...FRESH_PERMISSIONS].sort()).toEqual([
      'bank-details.see',
      'payouts.make',
      'people.erase',
      'people.export',
      'settings.publish',
      'staff.manage',
    ]);
  });
});

describe('roles', () => {
  test('nobody can change their own roles, or suspend or reset themselves', async () => {
    const other = await givenPerson(app, 'Second Owner', ['owner']);
    const browser = await signIn(app, people.owner);
    const { id } = people.owner;
    const kept = await app.db.rows('select role from staff_roles where staff_id = $1 order by role', [id]);
    for (const [name, body] of [
      ['staff-roles', { id, roles: ['owner', 'finance'] }],
      ['staff-roles', { id, roles: ['viewer'] }],
      ['staff-suspend', { id, suspended: true }],
      ['staff-reset-factors', { id }],
      ['staff-end-sessions', { id }],
      ['staff-invite-again', { id }],
      ['staff-invite-withdraw', { id }],
    ] as const)
      expect((await browser.call(name, body)).status, name).toBe(409);
    expect(await app.db.rows('select role from staff_roles where staff_id = $1 order by role', [id])).toEqual(kept);
    await other.browser.done('staff-suspend', { id: people.owner.id, suspended: true });
    expect((await browser.call('me')).status).toBe(401);
    await other.browser.done('staff-suspend', { id: people.owner.id, suspended: false });
    await app.travel(MINUTE);
    const again = await signIn(app, people.owner);
    await again.done('staff-suspend', { id: other.id, suspended: true });
  });

  test('take effect from the next call', async () => {
    const viewer = await signIn(app, people.viewer);
    const owner = await signIn(app, people.owner);
    await owner.done('staff-roles', { id: people.viewer.id, roles: ['manager'] });
    expect((await viewer.call('audit-list')).status).toBe(200);
    await owner.done('staff-roles', { id: people.viewer.id, roles: ['viewer'] });
    expect((await viewer.call('audit-list')).status).toBe(403);
  });

  test('are not saved over somebody else’s change that the form did not show', async () => {
    const owner = await signIn(app, people.owner);
    const { id } = people.viewer;
    const call = (was: string[], roles: string[]) => owner.call('staff-roles', { id, was, roles });
    expect((await call(['manager'], ['support'])).status).toBe(409);
    expect((await owner.done('staff-person', { id })).roles).toEqual(['viewer']);
    expect((await call(['viewer'], ['support', 'viewer'])).status).toBe(200);
    expect((await call(['viewer', 'support'], ['viewer'])).status).toBe(200);
  });

  test('must be at least one, and only from the table', async () => {
    const owner = await signIn(app, people.owner);
    const { id } = people.door;
    for (const roles of [[], ['root'], ['owner', 'root'], 'owner', null])
      expect((await owner.call('staff-roles', { id, roles })).status, JSON.stringify(roles)).toBe(422);
    expect((await owner.call('staff-roles', { id: 999_999, roles: ['door'] })).status).toBe(404);
  });
});

describe('the last owner', () => {
  test('remains, even if two owners act at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      await app.travel(MINUTE);
      const other = await givenPerson(app, `Rival ${round}`, ['owner']);
      const [one, two] = [await signIn(app, people.owner), other.browser];
      const answers = await Promise.all([
        one.call('staff-roles', { id: other.id, roles: ['viewer'] }),
        two.call('staff-suspend', { id: people.owner.id, suspended: true }),
      ]);
      const owners = await app.db.rows(
        `select id from staff where suspended_at is null
         and exists (select from staff_roles where staff_id = staff.id and role = 'owner')
         and exists (select from staff_totp where staff_id = staff.id)`,
      );
      expect([answers.map(({ status }) => status).sort(), owners.length]).toEqual([[200, expect.any(Number)], 1]);
      // The person's state is reset.
      await app.db.run('update staff set suspended_at = null where id = $1', [people.owner.id]);
      await app.db.run('update staff set suspended_at = $2 where id = $1', [other.id, app.clock.now()]);
    }
  });

  test('is never somebody who was only invited, and cannot be suspended by a command', async () => {
    await invite(app, 'Not Yet', ['owner']);
    const { id } = people.owner;
    const by = { actor: commandLine('test'), giver: null };
    const now = app.clock.now();
    const parts = staffPartsOf(app);
    expect(await suspend(parts, { id, isSuspended: true }, by, now)).toEqual(refuse({ kind: 'last_owner' }));
    const other = await givenPerson(app, 'Real Owner', ['owner']);
    expect(await suspend(parts, { id, isSuspended: true }, by, now)).toMatchObject({ ok: true });
    expect(await suspend(parts, { id: other.id, isSuspended: true }, by, now)).toEqual(refuse({ kind: 'last_owner' }));
    expect(await suspend(parts, { id, isSuspended: false }, by, now)).toMatchObject({ ok: true });
    expect(await suspend(parts, { id: other.id, isSuspended: true }, by, now)).toMatchObject({ ok: true });
  });
});

describe('a colleague', () => {
  test('who is suspended is signed out at once, and can sign in again after being readmitted', async () => {
    const person = await givenPerson(app, 'Comes Back', ['support']);
    const owner = await signIn(app, people.owner);
    await owner.done('staff-suspend', { id: person.id, suspended: true });
    expect((await person.browser.call('me')).status).toBe(401);
    await owner.done('staff-suspend', { id: person.id, suspended: false });
    expect((await person.browser.call('me')).status).toBe(401);
    await app.travel(MINUTE);
    await signIn(app, person);
  });

  test('whose sign-in is reset needs an invitation; the session and password no longer work', async () => {
    const person = await givenPerson(app, 'Lost Phone', ['support']);
    const owner = await signIn(app, people.owner);
    await owner.done('staff-reset-factors', { id: person.id });
    expect((await person.browser.call('me')).status).toBe(401);
    const { email } = person;
    expect((await officeBrowser(app).call('login-password', { email, password: STAFF_PASSWORD })).status).toBe(422);
    await app.settle();
    const answer = await app.fetch(`/dev/mailbox.json?limit=5&to=${encodeURIComponent(email)}`);
    const mailbox = (await answer.json()) as MailboxEntry[];
    const link = mailbox.flatMap(({ links }) => links).find((one) => one.includes('/invite/'))!;
    const browser = officeBrowser(app);
    await browser.done('accept-invite', { token: link.split('/').at(-1), password: STAFF_PASSWORD });
    expect(await browser.done('session')).toMatchObject({ step: 'setup' });
  });

  test('who has just signed in was last seen just now', async () => {
    const owner = await signIn(app, people.owner);
    const { last_seen_at: seenAt } = await owner.done('staff-person', { id: people.owner.id });
    expect(seenAt).toBe(app.clock.now().toISOString());
  });

  test('is invited once for each email address, and is gone once the invitation is withdrawn', async () => {
    const owner = await signIn(app, people.owner);
    const request = { name: 'New Colleague', email: 'new@sandlark.example', roles: ['support'] };
    const { id } = await owner.done('staff-invite', request);
    expect((await owner.call('staff-invite', { ...request, email: 'NEW@sandlark.example' })).status).toBe(422);
    expect(await owner.done('staff-list')).toMatchObject({
      people: expect.arrayContaining([
        expect.objectContaining({ id, state: 'invited', email: 'new@sandlark.example' }),
      ]),
    });
    await owner.done('staff-invite-withdraw', { id });
    expect((await owner.call('staff-person', { id })).status).toBe(404);
  });

  test('is invited only once by a double press', async () => {
    const owner = await signIn(app, people.owner);
    const request = { name: 'Double Press', email: 'double@sandlark.example', roles: ['door'] };
    const body = { ...request, request_key: crypto.randomUUID() };
    const [one, two] = await Promise.all([owner.call('staff-invite', body), owner.call('staff-invite', body)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body).toEqual(two.body);
    expect((await owner.call('staff-invite', { ...body, name: 'Other Body' })).status).toBe(409);
  });

  test('cannot use another colleague’s request key', async () => {
    const owner = await signIn(app, people.owner);
    const other = await givenPerson(app, 'Key Owner', ['owner']);
    const request_key = crypto.randomUUID();
    const body = { name: 'Same Key', email: 'same-key@sandlark.example', roles: ['door'], request_key };
    expect((await owner.call('staff-invite', body)).status).toBe(200);
    expect((await other.browser.call('staff-invite', body)).status).toBe(422);
  });
});

describe('the audit log', () => {
  test('shows owners everything, and managers nothing about staff', async () => {
    const owner = await signIn(app, people.owner);
    const manager = await signIn(app, people.manager);
    const seen = async (browser: OfficeBrowser) => {
      const { entries, actions } = await browser.done('audit-list');
      return [...entries.map(({ action }: { action: string }) => action), ...actions];
    };
    expect((await seen(owner)).some((action) => action.startsWith('staff.'))).toBe(true);
    expect((await seen(manager)).filter((action) => action.startsWith('staff.'))).toEqual([]);
    const requested = await manager.done('audit-list', { action: 'staff.' });
    expect(requested.entries).toEqual([]);
  });

  test('is read page by page without gaps, and by every filter', async () => {
    const owner = await signIn(app, people.owner);
    const ids: number[] = [];
    for (let after: number | null = null; ; ) {
      const page: { entries: { id: number }[]; next: number | null } = await owner.done('audit-list', { after });
      ids.push(...page.entries.map(({ id }) => id));
      if (page.next === null) break;
      after = page.next;
    }
    const all = await app.db.rows<{ id: number }>('select id from audit_log order by id desc');
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(100);
    const only = async (filter: object) => (await owner.done('audit-list', filter)).entries;
    for (const entry of await only({ action: 'staff.signed-in', person: people.owner.id })) {
      expect(entry).toMatchObject({ action: 'staff.signed-in', staff_id: people.owner.id, via: 'office' });
      expect(entry.private).toMatchObject({ ip: '127.0.0.1', device: 'Chrome on Windows' });
    }
    expect((await only({ via: 'cli' })).every(({ via }: { via: string }) => via === 'cli')).toBe(true);
    expect(await only({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect((await only({ subject: `staff ${people.door.id}` })).length).toBeGreaterThan(0);
  });

  test('forgets where calls came from after 90 days, and keeps the rest', async () => {
    const before = await app.db.row<{ count: number }>('select count(*) from audit_log');
    await app.travel(91 * 24 * 60 * MINUTE);
    await app.settle();
    expect((await app.db.row<{ count: number }>('select count(*) from audit_private'))!.count).toBe(0);
    expect((await app.db.row<{ count: number }>('select count(*) from audit_log'))!.count).toBe(before!.count);
  });

  test('cannot be changed', async () => {
    await expect(app.db.run(`update audit_log set actor = 'nobody'`)).rejects.toThrow(/append-only/);
    await expect(app.db.run('delete from audit_log')).rejects.toThrow(/append-only/);
  });
});
