import { describe, expect, test } from 'vitest';
import { createPasswords } from '#platform/secrets/passwords.ts';
import { DAY, email, givenAccountShop, MINUTE, password, start } from '../../../../test/support/account-shop.ts';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { givenCustomer } from '../testing.ts';
import { findCustomer } from './customer-store.ts';
import { customersWork } from './due-work.ts';
import { logIn } from './log-in.ts';
import { customerForBundle, findOrCreateCustomer } from './public.ts';

const shop = givenAccountShop();

describe('the user of a login', () => {
  test('the answer has the stored name and email address', async () => {
    const id = await givenCustomer(shop.database.db);
    const token = (await shop.post('login', { email, password })).remember_token;
    expect(await shop.post('get-user', { token })).toMatchObject({
      status: 200,
      user: { full_name: 'Mila Okonkwo', email },
    });
    await shop.database.db.run(`update customers set full_name = 'Mila O.' where id = $1`, [id]);
    expect(await shop.post('get-user', { token })).toMatchObject({ user: { full_name: 'Mila O.', email } });
  });

  test('a missing, unknown or logged-out login is refused', async () => {
    await givenCustomer(shop.database.db);
    const token = (await shop.post('login', { email, password })).remember_token;
    await shop.post('logout', { token });
    for (const wrong of [null, '', 'unknown', token]) {
      expect(await shop.post('get-user', { token: wrong })).toMatchObject({ status: 401 });
    }
  });
});

describe('logging in', () => {
  test('each login returns a new token and the customer’s bundle', async () => {
    await givenCustomer(shop.database.db);
    const [one, two] = [await shop.post('login', { email, password }), await shop.post('login', { email, password })];
    expect(one.remember_token).not.toBe(two.remember_token);
    expect(Buffer.from(one.remember_token, 'base64url')).toHaveLength(32);
    expect(one.data.customer).toEqual({
      full_name: 'Mila Okonkwo',
      email,
      country: null,
      address: {},
      password_generated: false,
    });
  });

  test('the answer is the same for a wrong password, an unknown email and an account without a password', async () => {
    await givenCustomer(shop.database.db);
    await givenCustomer(shop.database.db, { email: 'none@example.org', password: null });
    const answers = [
      await shop.post('login', { email, password: 'wrong horse' }),
      await shop.post('login', { email: 'unknown@example.org', password }),
      await shop.post('login', { email: 'none@example.org', password }),
      await shop.post('login', { email: 'none@example.org', password: 'null' }),
      await shop.post('login', { email: 'no address', password }),
    ];
    for (const answer of answers)
      expect(answer).toEqual({ status: 422, message: 'Login failed.', retryAfter: undefined });
    expect(await shop.database.db.rows('select 1 from login_tokens')).toHaveLength(0);
  });

  test('an incomplete form is refused at its first missing field', async () => {
    const message = 'Please enter your email address and password.';
    expect(await shop.post('login', {})).toMatchObject({ status: 422, message, errors: { email: [message] } });
    expect(await shop.post('login', { email })).toMatchObject({
      status: 422,
      message,
      errors: { password: [message] },
    });
  });

  test.each([
    { email: 5, password },
    { email, password: ['x'] },
    { email: { $ne: 1 }, password },
    { email, password: 'x'.repeat(2_000) },
  ])('a field of the wrong type or a very long text is refused', async (body) => {
    await givenCustomer(shop.database.db);
    expect((await shop.post('login', body)).status).toBe(422);
  });

  test('the same password in another Unicode form is accepted', async () => {
    await givenCustomer(shop.database.db, { password: 'cafe\u0301 de la mer' });
    expect(await shop.post('login', { email, password: 'caf\u00e9 de la mer' })).toMatchObject({ status: 200 });
    expect(await shop.post('login', { email, password: 'cafe de la mer' })).toMatchObject({ status: 422 });
  });

  test('after too many wrong passwords the account must wait, whether it exists or not', async () => {
    await givenCustomer(shop.database.db);
    for (const address of [email, 'unknown@example.org']) {
      shop.ip = '203.0.113.7';
      for (let count = 0; count < 10; count += 1) {
        expect(await shop.post('login', { email: address, password: 'wrong' })).toMatchObject({ status: 422 });
      }
      const refused = await shop.post('login', { email: address.toUpperCase(), password });
      expect(refused.status).toBe(429);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect(Number(refused.retryAfter)).toBeLessThanOrEqual(300);
    }
    shop.ip = '198.51.100.4';
    expect(await shop.post('login', { email, password })).toMatchObject({ status: 200 });
    shop.ip = '203.0.113.7';
    shop.now = new Date(start.getTime() + 5 * MINUTE);
    expect(await shop.post('login', { email, password })).toMatchObject({ status: 200 });
  });

  test('of many simultaneous wrong passwords, no more than the limit are checked', async () => {
    await givenCustomer(shop.database.db);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => shop.post('login', { email, password: 'wrong' })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('many people with correct passwords behind one IP address do not have to wait', async () => {
    for (let count = 0; count < 120; count += 1)
      await givenCustomer(shop.database.db, { email: `m${count}@example.org` });
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, count) => shop.post('login', { email: `m${count}@example.org`, password })),
    );
    // In parallel they may briefly hit the limit of failed attempts; in sequence they never do.
    expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
    for (let count = 0; count < 120; count += 1) {
      expect(await shop.post('login', { email: `m${count}@example.org`, password })).toMatchObject({ status: 200 });
    }
  });

  test('a login replaces a password hash that is weaker than today’s', async () => {
    const id = await givenCustomer(shop.database.db);
    const hashOf = async () => (await findCustomer(shop.database.db, id))!.passwordHash!;
    const weak = await hashOf();
    const stronger = createPasswords({ memoryKiB: 16, passes: 1 });
    const attempt = { email, password, ip: shop.ip };
    expect(await logIn({ ...shop.parts, passwords: stronger }, attempt, shop.now)).toMatchObject({ ok: true });
    expect(await hashOf()).not.toBe(weak);
    expect(stronger.isOutdated(await hashOf())).toBe(false);
    expect(await logIn(shop.parts, attempt, shop.now)).toMatchObject({ ok: true });
    expect(stronger.isOutdated(await hashOf())).toBe(false);
  });

  test('a wrong password takes the same time for a known and an unknown email', async () => {
    // Hashing costs as much as in a real shop and dwarfs everything else.
    const passwords = createPasswords();
    const id = await givenCustomer(shop.database.db, { password: null });
    await shop.database.db.run('update customers set password_hash = $2 where id = $1', [
      id,
      await passwords.hash(password),
    ]);
    const times = { [email]: [] as number[], 'unknown@example.org': [] as number[] };
    for (let round = 0; round < 12; round += 1) {
      for (const address of Object.keys(times)) {
        await shop.database.db.run('truncate rate_limits');
        const attempt = { email: address, password: 'wrong', ip: shop.ip };
        const took = await processorTime(() => logIn({ ...shop.parts, passwords }, attempt, shop.now));
        times[address as keyof typeof times]!.push(took);
      }
    }
    const [known, unknown] = Object.values(times).map((list) => list.sort((a, b) => a - b)[6]!) as [number, number];
    expect(Math.abs(known - unknown) / Math.max(known, unknown)).toBeLessThan(0.4);
  });
});

describe('a login token', () => {
  async function createToken(): Promise<string> {
    await givenCustomer(shop.database.db);
    return (await shop.post('login', { email, password })).remember_token;
  }

  test('expires exactly thirty days after its last use', async () => {
    const token = await createToken();
    shop.now = new Date(start.getTime() + 30 * DAY - 1);
    expect(await shop.isLoggedIn(token)).toBe(true);
    shop.now = new Date(shop.now.getTime() + 30 * DAY - 1);
    expect(await shop.isLoggedIn(token)).toBe(true);
    shop.now = new Date(shop.now.getTime() + 30 * DAY);
    expect(await shop.isLoggedIn(token)).toBe(false);
  });

  test('stores its last use at most once an hour', async () => {
    const token = await createToken();
    const usedAt = async () =>
      (await shop.database.db.row<{ at: Date }>('select last_used_at as at from login_tokens'))!.at;
    shop.now = new Date(start.getTime() + 59 * MINUTE);
    await shop.isLoggedIn(token);
    expect(await usedAt()).toEqual(start);
    shop.now = new Date(start.getTime() + 60 * MINUTE);
    await shop.isLoggedIn(token);
    expect(await usedAt()).toEqual(shop.now);
  });

  test('no longer works after logging out, but the customer’s other tokens do', async () => {
    const token = await createToken();
    const other = (await shop.post('login', { email, password })).remember_token;
    expect(await shop.post('logout', { token })).toMatchObject({ status: 200, data: { customer: null } });
    expect(await shop.isLoggedIn(token)).toBe(false);
    expect(await shop.isLoggedIn(other)).toBe(true);
  });

  test('is needed to log out: without a valid one, the answer is 401', async () => {
    const token = await createToken();
    await shop.post('logout', { token });
    for (const none of [null, '', 'x'.repeat(43), token]) {
      const { status, message } = await shop.post('logout', { token: none });
      expect([none, status, message]).toEqual([none, 401, 'Please log in to continue.']);
    }
  });

  test('cannot be derived from the stored hash', async () => {
    const token = await createToken();
    const { token_hash: stored } = (await shop.database.db.row<{ token_hash: Buffer }>(
      'select token_hash from login_tokens',
    ))!;
    for (const guess of [stored.toString('hex'), stored.toString('base64url'), token.slice(1), '', 'null']) {
      expect(await shop.isLoggedIn(guess)).toBe(false);
    }
  });

  test('is deleted once it has expired', async () => {
    await createToken();
    const work = customersWork(shop.parts).find(({ name }) => name === 'forget-idle-logins')!;
    expect(await work.run(new Date(start.getTime() + 30 * DAY - 1))).toBe(0);
    expect(await work.run(new Date(start.getTime() + 30 * DAY))).toBe(1);
  });
});

describe('accounts for other features', () => {
  test('two simultaneous requests for the account of a new email create it once', async () => {
    const ask = () =>
      shop.database.db.transaction((tx) =>
        findOrCreateCustomer(tx, { email: 'New@example.org', fullName: 'New' }, shop.now),
      );
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(one!.customerId).toBe(two!.customerId);
    expect([one!.isNew, two!.isNew].sort()).toEqual([false, true]);
    expect(await shop.post('login', { email: 'new@example.org', password: '' })).toMatchObject({ status: 422 });
    expect(await customerForBundle(shop.database.db, 999_999)).toBeNull();
  });

  test('somebody for whom an account was created gets a password by registering', async () => {
    await shop.database.db.transaction((tx) => findOrCreateCustomer(tx, { email, fullName: 'Mila' }, shop.now));
    const { password: mailed } = await shop.registered();
    expect(await shop.post('login', { email, password: mailed })).toMatchObject({ status: 200 });
  });
});
