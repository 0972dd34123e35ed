import { beforeEach, describe, expect, test } from 'vitest';
import { linksIn } from '#platform/mail/html-to-text.ts';
import { DAY, email, givenAccountShop, MINUTE, password, start } from '../../../../test/support/account-shop.ts';
import { givenCustomer } from '../testing.ts';

const shop = givenAccountShop();

describe('account settings', () => {
  let id: number;
  let token: string;
  const settings = { old_password: password, new_password: '', full_name: 'Mila Okonkwo', email };

  beforeEach(async () => {
    id = await givenCustomer(shop.database.db);
    token = (await shop.post('login', { email, password })).remember_token;
  });
  const update = (changed: object) => shop.post('update-settings', { token, ...settings, ...changed });
  const stored = () => shop.database.db.row('select * from customers where id = $1', [id]);

  test('a change without a login is refused', async () => {
    expect(await update({ token: '' })).toMatchObject({ status: 401 });
    expect(await update({ token: 'unknown' })).toMatchObject({ status: 401 });
  });

  test('the bundle shows new details, but only the address lines that the shop asks for', async () => {
    const answer = await update({
      full_name: 'Mila O.',
      country: 'NL',
      address: { street: ' Strandweg 12 ', city: '', planet: 'Mars', constructor: 'x' },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.data.customer).toEqual({
      full_name: 'Mila O.',
      email,
      country: 'NL',
      address: { street: 'Strandweg 12' },
      password_generated: false,
    });
    expect(await shop.mails()).toHaveLength(0);
    expect((await update({})).data.customer).toMatchObject({ country: 'NL', address: { street: 'Strandweg 12' } });
    expect((await update({ country: null, address: {} })).data.customer).toMatchObject({ country: null, address: {} });
  });

  test.each([
    [{ old_password: '' }, 'old_password', 'Please enter your current password.'],
    [{ old_password: 'wrong' }, 'old_password', 'Your current password is not correct.'],
    [{ full_name: ' ' }, 'full_name', 'Please enter your full name.'],
    [{ email: '' }, 'email', 'Please enter your email address.'],
    [{ email: 'a@b' }, 'email', 'Please enter a valid email address.'],
    [{ new_password: 'short' }, 'new_password', 'Please use at least 8 characters.'],
    [{ new_password: 'Password1!' }, 'new_password', 'This password is easy to guess. Please choose another one.'],
    [{ new_password: 'sandlark2026' }, 'new_password', 'This password is easy to guess. Please choose another one.'],
    [{ country: 'XX' }, 'country', 'Please choose your country.'],
    [{ full_name: 'x'.repeat(121) }, 'full_name', 'Please use no more than 120 characters.'],
    [{ address: 5 }, 'address', 'This field has an invalid type or value.'],
  ])('%j is refused at the field %s with "%s", and nothing changes', async (changed, field, message) => {
    const before = await stored();
    expect(await update(changed)).toMatchObject({ status: 422, message, errors: { [field]: [message] } });
    expect(await stored()).toEqual(before);
    expect(await shop.mails()).toHaveLength(0);
  });

  test('a new password ends other logins and all links, and the owner is notified', async () => {
    const other = (await shop.post('login', { email, password })).remember_token;
    const code = await shop.resetCode();
    expect(await update({ new_password: 'a brand new one' })).toMatchObject({ status: 200 });
    expect(await shop.isLoggedIn(token)).toBe(true);
    expect(await shop.isLoggedIn(other)).toBe(false);
    expect(await shop.post('reset-password', { token: code, email, password: 'yet another one' })).toMatchObject({
      status: 409,
    });
    expect(await shop.post('login', { email, password })).toMatchObject({ status: 422 });
    expect(await shop.post('login', { email, password: 'a brand new one' })).toMatchObject({ status: 200 });
    expect((await shop.mails()).at(-1)).toMatchObject({ kind: 'password-changed', recipient: email });
  });

  /** The token of the link mailed to an address. */
  const linkTo = async (address: string): Promise<string> => {
    const mail = (await shop.mails())
      .filter(({ kind, recipient }) => kind === 'confirm-email' && recipient === address)
      .at(-1)!;
    return linksIn(mail.html)
      .find((url) => url.includes('/confirm-email#'))!
      .split('#')[1]!;
  };

  test('a new email takes effect once its link is used, and the old address gets two notices', async () => {
    const code = await shop.resetCode();
    expect(await update({ email: 'Mila.New@Example.org', full_name: 'Mila New' })).toMatchObject({
      status: 200,
      data: { customer: { email, full_name: 'Mila New' } },
    });
    const link = await linkTo('Mila.New@Example.org');
    expect((await shop.mails()).find(({ kind }) => kind === 'email-asked')).toMatchObject({
      recipient: email,
      text: expect.stringContaining('Mila.New@Example.org'),
    });
    expect(await shop.post('login', { email: 'mila.new@example.org', password })).toMatchObject({ status: 422 });
    expect(await shop.post('confirm-email', { link })).toMatchObject({ status: 200, data: { customer: null } });
    const notice = (await shop.mails()).at(-1)!;
    expect(notice).toMatchObject({ kind: 'email-changed', recipient: email });
    expect(notice.text).toContain('Mila.New@Example.org');
    for (const address of [email, 'mila.new@example.org']) {
      expect(
        await shop.post('reset-password', { token: code, email: address, password: 'yet another one' }),
      ).toMatchObject({
        status: 409,
      });
    }
    expect(await shop.post('login', { email: 'mila.new@example.org', password })).toMatchObject({ status: 200 });
    expect(await shop.post('login', { email, password })).toMatchObject({ status: 422 });
    expect(await shop.post('confirm-email', { link })).toMatchObject({ status: 409 });
  });

  test('a link for a new email works for a day, until there is a newer link or a new password', async () => {
    await update({ email: 'one@example.org' });
    const first = await linkTo('one@example.org');
    await update({ email: 'two@example.org' });
    const second = await linkTo('two@example.org');
    expect(await shop.post('confirm-email', { link: first })).toMatchObject({ status: 409 });
    shop.now = new Date(start.getTime() + DAY);
    expect(await shop.post('confirm-email', { link: second })).toMatchObject({ status: 409 });
    await update({ email: 'three@example.org' });
    const third = await linkTo('three@example.org');
    expect(await update({ new_password: 'a brand new one' })).toMatchObject({ status: 200 });
    await update({ email: 'four@example.org', old_password: 'a brand new one' });
    const fourth = await linkTo('four@example.org');
    const reset = { token: await shop.resetCode(), email, password: 'yet another one' };
    expect(await shop.post('reset-password', reset)).toMatchObject({ status: 200 });
    for (const link of [third, fourth])
      expect(await shop.post('confirm-email', { link })).toMatchObject({ status: 409 });
    expect((await shop.post('confirm-email', { link: 'x'.repeat(43) })).message).toContain(
      'already been used or has expired',
    );
    expect(await shop.database.db.rows('select email from customers')).toEqual([{ email }]);
  });

  test('the same email in a different case is not a new one', async () => {
    expect(await update({ email: 'MILA@example.org' })).toMatchObject({
      status: 200,
      data: { customer: { email: 'MILA@example.org' } },
    });
    expect(await shop.mails()).toHaveLength(0);
  });

  test('a taken email gets the same answer and notice as a free one, and its owner gets a mail', async () => {
    await givenCustomer(shop.database.db, { email: 'Ada@example.org' });
    expect(await update({ email: 'ada@example.org', old_password: 'wrong' })).toMatchObject({
      errors: { old_password: ['Your current password is not correct.'] },
    });
    const taken = await update({ email: 'ada@example.org' });
    const free = await update({ email: 'nobody@example.org' });
    expect({ ...taken, retryAfter: null }).toEqual({ ...free, retryAfter: null });
    const sent = await shop.mails();
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['email-taken', 'Ada@example.org'],
      ['email-asked', email],
      ['confirm-email', 'nobody@example.org'],
      ['email-asked', email],
    ]);
    const [first, second] = sent.filter(({ kind }) => kind === 'email-asked');
    expect(first!.text.replace('ada@', 'nobody@')).toBe(second!.text);
    expect(await shop.post('login', { email: 'ada@example.org', password })).toMatchObject({ status: 200 });
  });

  test('a link to an address that another account took stays refused, even once it is free again', async () => {
    await update({ email: 'new@example.org' });
    const link = await linkTo('new@example.org');
    const other = await givenCustomer(shop.database.db, { email: 'new@example.org' });
    expect(await shop.post('confirm-email', { link })).toMatchObject({ status: 409 });
    await shop.database.db.run(
      `update customers set email = 'other@example.org', email_key = 'other@example.org' where id = $1`,
      [other],
    );
    expect(await shop.post('confirm-email', { link })).toMatchObject({ status: 409 });
    expect(await stored()).toMatchObject({ email });
  });

  test('if two accounts take the same address at the same moment, one of them gets it', async () => {
    await givenCustomer(shop.database.db, { email: 'ada@example.org' });
    const ada = (await shop.post('login', { email: 'ada@example.org', password })).remember_token;
    await update({ email: 'new@example.org' });
    const links = [await linkTo('new@example.org')];
    await update({ token: ada, email: 'new@example.org' });
    links.push(await linkTo('new@example.org'));
    const answers = await Promise.all(links.map((link) => shop.post('confirm-email', { link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('of two new passwords sent at the same moment, one is accepted', async () => {
    const answers = await Promise.all([
      update({ new_password: 'a brand new one' }),
      update({ new_password: 'another new one' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('the account must wait after many wrong passwords', async () => {
    for (let count = 0; count < 10; count += 1)
      expect(await update({ old_password: 'wrong' })).toMatchObject({ status: 422 });
    expect(await update({})).toMatchObject({ status: 429 });
    shop.now = new Date(start.getTime() + 5 * MINUTE);
    expect(await update({})).toMatchObject({ status: 200 });
  });

  test('a repeated request with the same key gets the same answer, and changes the password once', async () => {
    const body = { new_password: 'a brand new one', request_key: 'k1' };
    expect(await update(body)).toMatchObject({ status: 200 });
    expect(await update(body)).toMatchObject({ status: 200 });
    expect((await shop.mails()).filter(({ kind }) => kind === 'password-changed')).toHaveLength(1);
  });
});
