import { describe, expect, test } from 'vitest';
import { defaultLimits } from '#platform/http/limits.ts';
import { email, givenAccountShop, MINUTE, password, start } from '../../../../test/support/account-shop.ts';
import { givenCustomer } from '../testing.ts';

const shop = givenAccountShop();

describe('a new password by email', () => {
  test('an unknown address gets the same answer as a known one, but no mail', async () => {
    await givenCustomer(shop.database.db);
    const known = await shop.post('request-password-reset', { email });
    const unknown = await shop.post('request-password-reset', { email: 'unknown@example.org' });
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200 });
    expect(known.message).toContain('Request successful');
    expect((await shop.mails()).map(({ recipient, kind }) => [recipient, kind])).toEqual([[email, 'password-reset']]);
  });

  test('the code changes the password, ends every login and link, and the owner is notified', async () => {
    const { password: generated, link } = await shop.registered();
    const token = (await shop.post('login-with-link', { link })).remember_token;
    const code = await shop.resetCode();
    expect(await shop.post('reset-password', { token: code, email, password: 'a brand new one' })).toMatchObject({
      status: 200,
    });
    expect(await shop.isLoggedIn(token)).toBe(false);
    expect(await shop.post('login', { email, password: generated })).toMatchObject({ status: 422 });
    const login = await shop.post('login', { email, password: 'a brand new one' });
    expect(login.data.customer).toMatchObject({ password_generated: false });
    expect((await shop.mails()).at(-1)).toMatchObject({ kind: 'password-changed', recipient: email });
  });

  test('a code that was used, is too old, or is not the newest is refused', async () => {
    await givenCustomer(shop.database.db);
    const older = await shop.resetCode();
    const newer = await shop.resetCode();
    const reset = (code: string) => shop.post('reset-password', { token: code, email, password: 'a brand new one' });
    expect(await reset(older)).toMatchObject({ status: 409 });
    expect(await reset(newer)).toMatchObject({ status: 200 });
    expect(await reset(newer)).toMatchObject({ status: 409 });
    const late = await shop.resetCode();
    shop.now = new Date(start.getTime() + 15 * MINUTE);
    expect(await reset(late)).toMatchObject({ status: 409 });
    shop.now = new Date(shop.now.getTime() - 1);
    expect(await reset(late)).toMatchObject({ status: 200 });
  });

  test('of several simultaneous uses of a code, one works', async () => {
    await givenCustomer(shop.database.db);
    const code = await shop.resetCode();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        shop.post('reset-password', { token: code, email, password: `brand new no. ${index}` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await shop.post('login', { email, password: `brand new no. ${winner}` })).toMatchObject({ status: 200 });
  });

  test('somebody else’s code or email changes nothing', async () => {
    await givenCustomer(shop.database.db);
    await givenCustomer(shop.database.db, { email: 'ada@example.org' });
    const code = await shop.resetCode();
    expect(
      await shop.post('reset-password', { token: code, email: 'ada@example.org', password: 'a brand new one' }),
    ).toMatchObject({ status: 409 });
    expect(await shop.post('reset-password', { token: 'x', email, password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await shop.post('reset-password', { token: '', email: '', password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await shop.post('login', { email: 'ada@example.org', password })).toMatchObject({ status: 200 });
    expect(
      await shop.post('reset-password', { token: code, email: email.toUpperCase(), password: 'a brand new one' }),
    ).toMatchObject({ status: 200 });
  });

  test('a login link does not work as a code, nor a code as a login link', async () => {
    const { link } = await shop.registered();
    const code = await shop.resetCode();
    expect(await shop.post('reset-password', { token: link, email, password: 'a brand new one' })).toMatchObject({
      status: 409,
    });
    expect(await shop.post('login-with-link', { link: code })).toMatchObject({ status: 409 });
  });

  test('the code stays usable after a refused password', async () => {
    await givenCustomer(shop.database.db);
    const code = await shop.resetCode();
    const refusals: [string, string][] = [
      ['', 'Please enter your new password.'],
      ['short', 'Please use at least 8 characters.'],
      ['password123', 'This password is easy to guess. Please choose another one.'],
      [email, 'This password is easy to guess. Please choose another one.'],
    ];
    for (const [attempt, message] of refusals) {
      expect(await shop.post('reset-password', { token: code, email, password: attempt })).toMatchObject({
        status: 422,
        message,
        errors: { password: [message] },
      });
    }
    expect(
      await shop.post('reset-password', { token: code, email, password: `${'x'.repeat(60)} and more` }),
    ).toMatchObject({
      status: 200,
    });
  });

  test('an address must wait after too many mails, known or not', async () => {
    await givenCustomer(shop.database.db);
    for (const address of [email, 'unknown@example.org']) {
      for (let count = 0; count < defaultLimits['account-mail-address'].attempts; count += 1) {
        expect(await shop.post('request-password-reset', { email: address })).toMatchObject({ status: 200 });
      }
      expect(await shop.post('request-password-reset', { email: address.toUpperCase() })).toMatchObject({
        status: 429,
      });
      expect(await shop.post('register', { full_name: 'Mila', email: address })).toMatchObject({ status: 200 });
    }
  });

  test('a second code with the same request key does not get the answer to the first', async () => {
    await givenCustomer(shop.database.db);
    const code = await shop.resetCode();
    const reset = (token: string) =>
      shop.post('reset-password', { token, email, password: 'a brand new one', request_key: 'k1' });
    expect(await reset('a wrong code')).toMatchObject({
      status: 409,
      message: expect.stringContaining('code has already been used'),
    });
    expect(await reset(code)).toMatchObject({ status: 409, message: expect.stringContaining('request key') });
    expect(await shop.post('reset-password', { token: code, email, password: 'a brand new one' })).toMatchObject({
      status: 200,
    });
  });

  test('the network of somebody who guesses codes must wait', async () => {
    for (let count = 0; count < 30; count += 1) {
      expect(await shop.post('login-with-link', { link: `guess ${count}` })).toMatchObject({ status: 409 });
    }
    expect(await shop.post('login-with-link', { link: 'guess' })).toMatchObject({ status: 429 });
    expect(await shop.post('reset-password', { token: 'guess', email, password: 'a brand new one' })).toMatchObject({
      status: 429,
    });
  });
});
