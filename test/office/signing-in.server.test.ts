import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeAt,
  givenPasskeyPerson,
  givenPerson,
  invite,
  MINUTE,
  type OfficePerson,
  officeBrowser,
  STAFF_PASSWORD,
  signIn,
} from '../support/office-people.ts';
import { newPasskey } from '../support/passkey.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let owner: OfficePerson;
let noor: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  owner = await givenPerson(app, 'Berta Vos', ['owner']);
  noor = await givenPerson(app, 'Noor Bakker', ['support']);
});
afterAll(() => app.close());
// Moving the clock gives every limit a new window, and every code a new step.
beforeEach(() => app.travel(16 * MINUTE));

const mailsTo = async (recipient: string, kind: string) =>
  (await app.mails()).filter((mail) => mail.recipient === recipient && mail.kind === kind);

describe('an invitation', () => {
  test('names its person, and works until that person has a first factor', async () => {
    const { email, token } = await invite(app, 'Tomas Kral', ['catalogue']);
    const browser = officeBrowser(app);
    expect(await browser.done('invite', { token })).toMatchObject({ name: 'Tomas Kral', email, roles: ['catalogue'] });
    await browser.done('accept-invite', { token, password: STAFF_PASSWORD });
    expect(await browser.done('session')).toMatchObject({ step: 'setup', permissions: [] });
    // The browser was closed, but the link still works.
    const again = officeBrowser(app);
    await again.done('accept-invite', { token });
    expect((await browser.call('totp-setup')).status).toBe(401);
    const { secret } = await again.done('totp-setup');
    const { recovery_codes: codes } = await again.done('totp-confirm', { code: codeAt(secret, app.clock.now()) });
    expect(codes).toHaveLength(10);
    expect(await again.done('session')).toMatchObject({
      step: 'in',
      permissions: ['reports.sales', 'catalogue.draft'],
    });
    const audit = await app.db.rows(`select actor from audit_log where action = 'staff.invite-accepted'`);
    expect(audit).toContainEqual({ actor: 'Tomas Kral' });
    expect((await officeBrowser(app).call('invite', { token })).status).toBe(409);
    expect((await officeBrowser(app).call('accept-invite', { token, password: STAFF_PASSWORD })).status).toBe(409);
  });

  test('expires after 48 hours', async () => {
    const { token } = await invite(app, 'Late Larry', ['viewer']);
    await app.travel(48 * 60 * MINUTE - MINUTE);
    expect((await officeBrowser(app).call('invite', { token })).status).toBe(200);
    await app.travel(MINUTE);
    expect((await officeBrowser(app).call('invite', { token })).status).toBe(409);
    expect((await officeBrowser(app).call('accept-invite', { token })).status).toBe(409);
  });

  test('does not accept a short or common password', async () => {
    const { token } = await invite(app, 'Easy Eddie', ['viewer']);
    for (const password of ['eleven-char', 'password12345', 'easy.eddie@sandlark.example'])
      expect((await officeBrowser(app).call('accept-invite', { token, password })).status, password).toBe(422);
  });

  test('does not let anybody finish the setup without a factor', async () => {
    const { token } = await invite(app, 'Half Way', ['owner']);
    const browser = officeBrowser(app);
    await browser.done('accept-invite', { token, password: STAFF_PASSWORD });
    for (const name of ['me', 'staff-list', 'audit-list', 'recovery-codes', 'set-password', 'step-up-options'])
      expect((await browser.call(name)).status, name).toBe(401);
  });
});

describe('a password', () => {
  test('is only the first step: a code has to follow', async () => {
    const browser = officeBrowser(app);
    expect(await browser.done('login-password', { email: noor.email, password: STAFF_PASSWORD })).toEqual({
      next: 'code',
    });
    expect(await browser.done('session')).toMatchObject({ step: 'code', permissions: [] });
    expect((await browser.call('me')).status).toBe(401);
    await browser.done('login-code', { code: codeAt(noor.secret, app.clock.now()) });
    expect(await browser.done('session')).toMatchObject({ step: 'in', person: { name: 'Noor Bakker' } });
  });

  test('can be followed by the code for ten minutes', async () => {
    const browser = officeBrowser(app);
    await browser.done('login-password', { email: noor.email, password: STAFF_PASSWORD });
    await app.travel(10 * MINUTE);
    const code = codeAt(noor.secret, app.clock.now());
    expect((await browser.call('login-code', { code })).status).toBe(401);
  });

  test('gets the same answer if it is wrong, or the person is unknown or suspended', async () => {
    const gone = await givenPerson(app, 'Gone Gerda', ['viewer']);
    await app.travel(MINUTE);
    await signIn(app, owner, owner.browser);
    await owner.browser.done('staff-suspend', { id: gone.id, suspended: true });
    const keyOnly = await invite(app, 'Key Only', ['viewer']);
    const answers = new Set<string>();
    for (const [email, password] of [
      [noor.email, 'not the password at all'],
      ['nobody@sandlark.example', 'not the password at all'],
      [gone.email, STAFF_PASSWORD],
      [keyOnly.email, STAFF_PASSWORD],
      ['', ''],
    ]) {
      const { status, body, headers } = await officeBrowser(app).call('login-password', { email, password });
      answers.add(JSON.stringify([status, body, headers.get('set-cookie')]));
    }
    expect([...answers]).toEqual([JSON.stringify([422, { message: 'The email address or password is wrong.' }, null])]);
  });

  test('must wait after ten attempts in a quarter of an hour, even if it is right', async () => {
    const attempt = (email: string, password: string) => officeBrowser(app).call('login-password', { email, password });
    for (const email of [noor.email, 'nobody@sandlark.example']) {
      for (let count = 1; count <= 10; count += 1) expect((await attempt(email, 'wrong')).status).toBe(422);
      expect((await attempt(email, STAFF_PASSWORD)).status).toBe(429);
    }
    await app.travel(15 * MINUTE);
    expect((await attempt(noor.email, STAFF_PASSWORD)).status).toBe(200);
  });
});

describe('a code', () => {
  const half = async () => {
    const browser = officeBrowser(app);
    await browser.done('login-password', { email: noor.email, password: STAFF_PASSWORD });
    return browser;
  };

  test('works once, also in another session and for a fresh proof', async () => {
    const code = codeAt(noor.secret, app.clock.now());
    const first = await half();
    const second = await half();
    await first.done('login-code', { code });
    expect((await second.call('login-code', { code })).status).toBe(422);
    expect((await first.call('step-up', { code })).status).toBe(422);
  });

  test('used twice at the same time lets only one in', async () => {
    const code = codeAt(noor.secret, app.clock.now());
    const browsers = await Promise.all([half(), half(), half()]);
    const answers = await Promise.all(browsers.map((browser) => browser.call('login-code', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('can be one step early or late, but not two', async () => {
    const at = (steps: number) => codeAt(noor.secret, new Date(app.clock.now().getTime() + steps * 30_000));
    for (const steps of [-2, 2])
      expect((await (await half()).call('login-code', { code: at(steps) })).status).toBe(422);
    for (const steps of [-1, 0, 1])
      expect((await (await half()).call('login-code', { code: at(steps) })).status, String(steps)).toBe(200);
  });

  test('no longer works once a later one was used', async () => {
    const at = (steps: number) => codeAt(noor.secret, new Date(app.clock.now().getTime() + steps * 30_000));
    await (await half()).done('login-code', { code: at(1) });
    expect((await (await half()).call('login-code', { code: at(0) })).status).toBe(422);
  });

  test('is limited to five guesses in a quarter of an hour over all sessions', async () => {
    const browsers = [await half(), await half()];
    for (let count = 0; count < 5; count += 1)
      expect((await browsers[count % 2]!.call('login-code', { code: '000000' })).status).toBe(422);
    const code = codeAt(noor.secret, app.clock.now());
    expect((await browsers[0]!.call('login-code', { code })).status).toBe(429);
    await app.travel(15 * MINUTE);
    const later = await half();
    await later.done('login-code', { code: codeAt(noor.secret, app.clock.now()) });
  });

  test('of another person is wrong', async () => {
    const browser = await half();
    expect((await browser.call('login-code', { code: codeAt(owner.secret, app.clock.now()) })).status).toBe(422);
  });

  test('that is empty, has letters or another length is wrong', async () => {
    for (const code of ['', 'abcdef', '12345', '1234567']) {
      expect((await (await half()).call('login-code', { code })).status, code).toBe(422);
    }
  });
});

describe('a recovery code', () => {
  test('works once, in any spelling, is mailed, and counts down', async () => {
    const person = await givenPerson(app, 'Emma Claes', ['door']);
    const [code = ''] = person.recoveryCodes;
    const browser = officeBrowser(app);
    await browser.done('login-password', { email: person.email, password: STAFF_PASSWORD });
    const before = (await mailsTo(person.email, 'staff-news')).length;
    const spelled = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    expect(await browser.done('login-code', { recovery_code: spelled })).toEqual({ recovery_codes_left: 9 });
    const notice = await mailsTo(person.email, 'staff-news');
    expect(notice.slice(before).map(({ body_text: text }) => text)).toEqual([
      expect.stringContaining('A recovery code was used to sign in. 9 are left.'),
    ]);
    const again = officeBrowser(app);
    await again.done('login-password', { email: person.email, password: STAFF_PASSWORD });
    expect(await again.call('login-code', { recovery_code: code })).toMatchObject({
      status: 422,
      body: {
        errors: {
          recovery_code: ['This recovery code is wrong or has already been used. Please enter another one.'],
        },
      },
    });
  });

  test('of somebody else does not work, and no recovery code counts as a fresh proof', async () => {
    const browser = officeBrowser(app);
    await browser.done('login-password', { email: noor.email, password: STAFF_PASSWORD });
    expect((await browser.call('login-code', { recovery_code: owner.recoveryCodes[0] })).status).toBe(422);
    await browser.done('login-code', { recovery_code: noor.recoveryCodes[0] });
    expect((await browser.call('step-up', { code: noor.recoveryCodes[1] })).status).toBe(422);
  });

  test('is invalid once new ones are created', async () => {
    const browser = await signIn(app, noor);
    await browser.done('recovery-codes');
    const other = officeBrowser(app);
    await other.done('login-password', { email: noor.email, password: STAFF_PASSWORD });
    expect((await other.call('login-code', { recovery_code: noor.recoveryCodes[2] })).status).toBe(422);
  });
});

describe('a browser that a person has not used before', () => {
  test('is reported once by mail to the person and the owners', async () => {
    const browser = officeBrowser(app, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0');
    await signIn(app, noor, browser);
    const noticesTo = async (to: string) =>
      (await mailsTo(to, 'staff-news')).filter(({ body_text: text }) =>
        text?.replace(/\s+/g, ' ').includes('Firefox on Linux'),
      ).length;
    expect([await noticesTo(noor.email), await noticesTo(owner.email)]).toEqual([1, 1]);
    await app.travel(MINUTE);
    await signIn(app, noor, browser);
    expect([await noticesTo(noor.email), await noticesTo(owner.email)]).toEqual([1, 1]);
  });
});

describe('a demo account', () => {
  test('has no access in production', async () => {
    const production = await givenShopApp({ shopEnv: 'production', timeMachine: false });
    try {
      const { token, id, email } = await invite(production, 'Demo Dan', ['owner']);
      const browser = officeBrowser(production);
      await browser.done('accept-invite', { token, password: STAFF_PASSWORD });
      const { secret } = await browser.done('totp-setup');
      await browser.done('totp-confirm', { code: codeAt(secret, production.clock.now()) });
      expect((await browser.call('me')).status).toBe(200);
      await production.db.run('update staff set is_demo = true where id = $1', [id]);
      expect((await browser.call('me')).status).toBe(401);
      expect((await officeBrowser(production).call('login-password', { email, password: STAFF_PASSWORD })).status).toBe(
        422,
      );
    } finally {
      await production.close();
    }
  });
});

describe('a passkey', () => {
  test('is requested for the office’s host, and must verify its user', async () => {
    // Browsers refuse passkeys at a numeric address such as this one, so only the options are tested.
    const browser = await signIn(app, noor);
    const { options } = await browser.done('passkey-options');
    expect(options).toMatchObject({
      rp: { id: '127.0.0.1' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('signs in alone, and its key cannot be added twice', async () => {
    const person = await givenPasskeyPerson(app, 'Lena Ruiz', ['manager']);
    expect(await person.browser.done('session')).toMatchObject({
      step: 'in',
      factors: { has_password: false, passkeys: 1, has_code_app: false, recovery_codes_left: 0 },
    });
    const { options } = await person.browser.done('passkey-options');
    expect(options.excludeCredentials).toEqual([expect.objectContaining({ id: person.passkey.id })]);
    const again = await person.browser.call('add-passkey', {
      name: 'Twice',
      response: person.passkey.register(options),
    });
    expect(again.status).toBe(409);
    const browser = await signIn(app, person);
    expect(await browser.done('session')).toMatchObject({ step: 'in', person: { name: 'Lena Ruiz' } });
  });

  test('answers a challenge once, within five minutes, only from the office, with a finger or PIN', async () => {
    const person = await givenPasskeyPerson(app, 'Sara Azizi', ['viewer']);
    const browser = officeBrowser(app);
    const challenge = async () => (await browser.done('login-passkey-options')).options;
    const attempt = (response: object) => browser.call('login-passkey', { response });

    const first = person.passkey.answer(await challenge());
    expect((await attempt(first)).status).toBe(200);
    expect((await attempt(first)).status).toBe(422);

    const late = await challenge();
    // The clock moves without running due work, which would delete the expired challenge.
    await app.clock.travelTo(new Date(app.clock.now().getTime() + 5 * MINUTE));
    expect((await attempt(person.passkey.answer(late))).status).toBe(422);

    const own = { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
    expect((await attempt(person.passkey.answer(own))).status).toBe(422);
    for (const changes of [
      { origin: 'https://sandlark.evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { userHandle: Buffer.from('somebody else').toString('base64url') },
      { userHandle: '' },
    ]) {
      const answer = person.passkey.answer(await challenge(), changes);
      expect((await attempt(answer)).status, JSON.stringify(changes)).toBe(422);
    }
    const stranger = newPasskey(app.url);
    expect((await attempt(stranger.answer(await challenge()))).status).toBe(422);
    const forged = { ...stranger.answer(await challenge()), id: person.passkey.id, rawId: person.passkey.id };
    expect((await attempt(forged)).status).toBe(422);
    for (const nonsense of [{}, { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: '!!' } }])
      expect((await attempt(nonsense)).status).toBe(422);
  });

  test('gives answers that work only for their purpose: signing in, adding a key, a fresh proof', async () => {
    const person = await givenPasskeyPerson(app, 'Joris Hendriks', ['finance']);
    const other = officeBrowser(app);
    const { options: toLogIn } = await other.done('login-passkey-options');
    expect((await person.browser.call('step-up', { response: person.passkey.answer(toLogIn) })).status).toBe(422);
    const { options: toProve } = await person.browser.done('step-up-options');
    expect((await other.call('login-passkey', { response: person.passkey.answer(toProve) })).status).toBe(422);
    const { options: toAdd } = await person.browser.done('passkey-options');
    const elsewhere = await signIn(app, person);
    const added = newPasskey(app.url).register(toAdd);
    expect((await elsewhere.call('add-passkey', { name: 'Stolen', response: added })).status).toBe(422);
  });

  test('of a colleague does not count as a fresh proof', async () => {
    const one = await givenPasskeyPerson(app, 'One Person', ['owner']);
    const two = await givenPasskeyPerson(app, 'Two Persons', ['owner']);
    const { options } = await one.browser.done('step-up-options');
    expect((await one.browser.call('step-up', { response: two.passkey.answer(options) })).status).toBe(422);
  });

  test('whose counter goes back is recorded, not refused', async () => {
    const person = await givenPasskeyPerson(app, 'Copy Cat', ['viewer']);
    const browser = officeBrowser(app);
    const sign = async (counter: number) => {
      const { options } = await browser.done('login-passkey-options');
      await browser.done('login-passkey', { response: person.passkey.answer(options, { counter }) });
      return (await browser.done('me')).passkeys[0].counter_went_back;
    };
    expect(await sign(7)).toBe(false);
    expect(await sign(8)).toBe(false);
    expect(await sign(3)).toBe(true);
  });

  test('that is the last factor cannot be removed', async () => {
    const person = await givenPasskeyPerson(app, 'Only One', ['viewer']);
    const [key] = (await person.browser.done('me')).passkeys;
    expect((await person.browser.call('remove-passkey', { id: key.id })).status).toBe(409);
    expect((await person.browser.done('me')).passkeys).toHaveLength(1);
    const { options } = await person.browser.done('passkey-options');
    await person.browser.done('add-passkey', { name: 'Key ring', response: newPasskey(app.url).register(options) });
    await person.browser.done('remove-passkey', { id: key.id });
    expect((await person.browser.done('me')).passkeys).toMatchObject([{ name: 'Key ring' }]);
  });

  test('of a suspended person no longer works', async () => {
    const person = await givenPasskeyPerson(app, 'Was Here', ['viewer']);
    await signIn(app, owner, owner.browser);
    await owner.browser.done('staff-suspend', { id: person.id, suspended: true });
    const browser = officeBrowser(app);
    const { options } = await browser.done('login-passkey-options');
    expect((await browser.call('login-passkey', { response: person.passkey.answer(options) })).status).toBe(422);
  });
});
