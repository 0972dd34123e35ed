import { Secret, TOTP } from 'otpauth';
import { staffSetup } from '#apps/server/staff-setup.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Role } from '#features/staff/domain/permissions.ts';
import { inviteStaff, staffParts } from '#features/staff/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { newPasskey, type TestPasskey } from './passkey.ts';
import type { ShopApp } from './shop-app.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
export const STAFF_PASSWORD = 'a heron wades at first light';

interface OfficeAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the contract promises and fail if it is missing.
  readonly body: any;
  readonly headers: Headers;
}

/** A browser with the office open: it keeps the cookie and sends the headers that a browser adds. */
export interface OfficeBrowser {
  /** The cookie's value, which tests copy, plant and inspect. */
  token: string | null;
  call(name: string, body?: object, headers?: Record<string, string>): Promise<OfficeAnswer>;
  /** Fails unless the call succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  done(name: string, body?: object): Promise<any>;
}

export function officeBrowser(app: ShopApp, userAgent = CHROME): OfficeBrowser {
  const browser: OfficeBrowser = {
    token: null,
    async call(name, body = {}, headers = {}) {
      const response = await fetch(`${app.url}/office/api/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          origin: app.url,
          'sec-fetch-site': 'same-origin',
          ...(browser.token && { cookie: `office=${browser.token}` }),
          ...headers,
        },
        body: JSON.stringify(body),
      });
      const set = /^office=([^;]*)/.exec(response.headers.get('set-cookie') ?? '');
      if (set) browser.token = set[1] || null;
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    async done(name, body = {}) {
      const answer = await browser.call(name, { request_key: crypto.randomUUID(), ...body });
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
  return browser;
}

/** Returns the dependencies of the staff use cases, composed as on the command line. */
export const staffPartsOf = (app: ShopApp) =>
  staffParts(staffSetup(app.config, { db: app.db, loadShop: () => loadShop(app.db) }));

/** Invites somebody at the command line. Returns the secret of the link. */
export async function invite(
  app: ShopApp,
  name: string,
  roles: readonly Role[],
): Promise<{ id: number; email: string; token: string }> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@sandlark.example`;
  const by = { actor: commandLine('test'), giver: null };
  const result = await inviteStaff(staffPartsOf(app), { name, email, roles }, by, app.clock.now());
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { id: result.value.id, email, token: result.value.link.split('/').at(-1)! };
}

export interface OfficePerson {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly browser: OfficeBrowser;
  /** The secret of the code app; '' without one. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly passkey: TestPasskey | null;
}

export const codeAt = (secret: string, moment: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() });

/** Returns somebody who accepted the invitation with a password and a code app, and is signed in. */
export async function givenPerson(app: ShopApp, name: string, roles: readonly Role[]): Promise<OfficePerson> {
  const { id, email, token } = await invite(app, name, roles);
  const browser = officeBrowser(app);
  await browser.done('accept-invite', { token, password: STAFF_PASSWORD });
  const { secret } = await browser.done('totp-setup');
  const { recovery_codes: recoveryCodes } = await browser.done('totp-confirm', {
    code: codeAt(secret, app.clock.now()),
  });
  return { id, name, email, browser, secret, recoveryCodes, passkey: null };
}

/**
 * Returns somebody who signs in with only a passkey. Passkeys need a host with a name, so the app's address must have
 * one.
 */
export async function givenPasskeyPerson(
  app: ShopApp,
  name: string,
  roles: readonly Role[],
  browser: OfficeBrowser = officeBrowser(app),
): Promise<OfficePerson & { readonly passkey: TestPasskey }> {
  const { id, email, token } = await invite(app, name, roles);
  await browser.done('accept-invite', { token });
  const passkey = newPasskey(app.url);
  const { options } = await browser.done('passkey-options');
  await browser.done('add-passkey', { name: 'Phone', response: passkey.register(options) });
  return { id, name, email, browser, secret: '', recoveryCodes: [], passkey };
}

/** Signs a person in again, in another browser. The code needs an unused step, so move the clock first. */
export async function signIn(app: ShopApp, person: OfficePerson, browser = officeBrowser(app)): Promise<OfficeBrowser> {
  if (person.passkey) {
    const { options } = await browser.done('login-passkey-options');
    await browser.done('login-passkey', { response: person.passkey.answer(options) });
  } else {
    await browser.done('login-password', { email: person.email, password: STAFF_PASSWORD });
    await browser.done('login-code', { code: codeAt(person.secret, app.clock.now()) });
  }
  return browser;
}

export const MINUTE = 60_000;
