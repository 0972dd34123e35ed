import { describe, expect, test } from 'vitest';
import { listMails } from '#platform/mail/outbox-store.ts';
import { DAY, email, givenAccountShop, password, start } from '../../../../test/support/account-shop.ts';
import { givenCustomer } from '../testing.ts';
import { answerAccountRequests } from './answer-account-requests.ts';
import { customersWork } from './due-work.ts';

const shop = givenAccountShop();

describe('registering', () => {
  test('a password and a one-time link are emailed, and both log in', async () => {
    const answer = await shop.post('register', {
      full_name: ' Mila Okonkwo ',
      email: ` ${email} `,
      from: '/checkout',
      cart: 'CART1',
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.message).toContain('password was sent by email');
    expect(answer.message).toContain('within 10 minutes');
    expect(answer.message).toContain('spam');
    const [mail] = await shop.mails();
    expect(mail).toMatchObject({ kind: 'password', recipient: email, status: 'waiting' });
    expect(mail!.text).toContain('Hello Mila Okonkwo,');

    const mailedPassword = /^ {4}(\S+)$/m.exec(mail!.text)![1]!;
    const login = await shop.post('login', { email: email.toUpperCase(), password: mailedPassword });
    expect(login.status).toBe(200);
    expect(login.data.customer).toMatchObject({ full_name: 'Mila Okonkwo', email, password_generated: true });
    expect(await shop.isLoggedIn(login.remember_token)).toBe(true);
  });

  test('the link in the mail logs in once and returns the customer to their page', async () => {
    const { link } = await shop.registered({ from: '/checkout', cart: 'CART1' });
    const login = await shop.post('login-with-link', { link });
    expect(login).toMatchObject({ status: 200, from: '/checkout', cart: 'CART1', data: { customer: { email } } });
    expect(await shop.isLoggedIn(login.remember_token)).toBe(true);
    expect(await shop.post('login-with-link', { link })).toMatchObject({ status: 409 });
  });

  test('the API also takes the link in the field `token`', async () => {
    const { link } = await shop.registered();
    expect(await shop.post('login-with-link', { token: link })).toMatchObject({ status: 200, from: '/', cart: null });
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])(
    'a link that should return to %s leads to the home page instead',
    async (from) => {
      const { link } = await shop.registered({ from });
      expect((await shop.post('login-with-link', { link })).from).toBe('/');
    },
  );

  test('several simultaneous uses of a link log in once', async () => {
    const { link } = await shop.registered();
    const answers = await Promise.all(Array.from({ length: 6 }, () => shop.post('login-with-link', { link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('an address that is taken gets the same answer, and its owner is notified', async () => {
    const fresh = await shop.post('register', { full_name: 'Ada', email: 'ada@example.org' });
    await givenCustomer(shop.database.db, { email: 'Mila@Example.org' });
    const taken = await shop.post('register', { full_name: 'Somebody', email });
    expect(taken).toEqual(fresh);
    const [, mail] = await shop.mails();
    expect(mail).toMatchObject({ kind: 'already-registered', recipient: 'Mila@Example.org' });
    expect(mail!.html + mail!.text).not.toMatch(/login-link|Somebody/);
    expect(await shop.post('login', { email, password })).toMatchObject({ status: 200 });
  });

  test('registering again before the first login sends a new password', async () => {
    const first = await shop.registered();
    shop.now = new Date(start.getTime() + DAY);
    const second = await shop.registered();
    expect(second.password).not.toBe(first.password);
    expect(await shop.post('login', { email, password: first.password })).toMatchObject({ status: 422 });
    expect(await shop.post('login-with-link', { link: first.link })).toMatchObject({ status: 409 });
    expect(await shop.post('login', { email, password: second.password })).toMatchObject({ status: 200 });
  });

  test('registering again before the first login stores the new name', async () => {
    await shop.post('register', { full_name: 'Mlia Okonwko', email });
    await shop.mails();
    shop.now = new Date(start.getTime() + DAY);
    const { mail, password: secret } = await shop.registered();
    expect(mail.text).toContain('Hello Mila Okonkwo,');
    expect((await shop.post('login', { email, password: secret })).data.customer?.full_name).toBe('Mila Okonkwo');
  });

  test('a double click emails one password', async () => {
    await Promise.all([1, 2, 3].map(() => shop.post('register', { full_name: 'Mila', email })));
    expect(await shop.mails()).toHaveLength(1);
  });

  test('an unused generated password and its link expire after seven days and are deleted', async () => {
    const made = await shop.registered();
    shop.now = new Date(start.getTime() + 7 * DAY);
    expect(await shop.post('login', { email, password: made.password })).toMatchObject({
      status: 422,
      message: 'Login failed.',
    });
    expect(await shop.post('login-with-link', { link: made.link })).toMatchObject({ status: 409 });
    for (const work of customersWork(shop.parts)) await work.run(new Date(shop.now.getTime() + DAY + 1));
    expect(await shop.database.db.row('select password_hash, password_generated from customers')).toEqual({
      password_hash: null,
      password_generated: false,
    });
    expect(await shop.database.db.rows('select 1 from single_use_links')).toHaveLength(0);
    shop.now = new Date(start.getTime() + 9 * DAY);
    expect(await shop.registered()).toBeTruthy();
  });

  test('a generated password that is used within seven days stays valid, and its link stops working', async () => {
    const made = await shop.registered();
    shop.now = new Date(start.getTime() + 7 * DAY - 1);
    expect(await shop.post('login', { email, password: made.password })).toMatchObject({ status: 200 });
    expect(await shop.post('login-with-link', { link: made.link })).toMatchObject({ status: 409 });
    shop.now = new Date(start.getTime() + 20 * DAY);
    expect(await shop.post('login', { email, password: made.password })).toMatchObject({ status: 200 });
  });

  test.each([
    'http://evil.example win',
    'evil.example',
    'Click here now and win a prize today',
    'A'.repeat(100),
    '<b>x</b>',
  ])('the mail to a possible stranger does not contain the name %j', async (fullName) => {
    await shop.post('register', { full_name: fullName, email });
    const [mail] = await shop.mails();
    expect(mail!.text).not.toContain(fullName);
    expect(mail!.text).toMatch(/Hello,\s+Your account is ready\./);
  });

  test('the database contains no secret of an unsent mail in plain text', async () => {
    const { password: secret, link } = await shop.registered();
    const tables = ['customers', 'single_use_links', 'mails', 'account_requests', 'login_tokens', 'request_results'];
    for (const table of tables) {
      const dump = JSON.stringify(await shop.database.db.rows(`select row_to_json(t)::text as row from ${table} t`));
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(link);
      expect(dump).not.toContain(Buffer.from(link).toString('hex'));
    }
  });

  test('a request that fails is tried again and does not block others', async () => {
    await shop.post('register', { full_name: 'Ada', email: 'ada@example.org' });
    await shop.post('register', { full_name: 'Mila', email });
    let broken = true;
    const errors: unknown[] = [];
    const work = answerAccountRequests(
      {
        ...shop.parts,
        passwords: {
          ...shop.parts.passwords,
          hash: async (text) => {
            if (broken) throw new Error('out of memory');
            return await shop.parts.passwords.hash(text);
          },
        },
      },
      (error) => errors.push(error),
    );
    expect(await work.run(shop.now)).toBe(1);
    broken = false;
    expect(await work.run(shop.now)).toBe(1);
    expect(await work.run(shop.now)).toBe(0);
    expect((await listMails(shop.database.db, 9)).map(({ recipient }) => recipient)).toEqual([email]);
    expect(await work.run(new Date(shop.now.getTime() + 15_000))).toBe(1);
    expect((await listMails(shop.database.db, 9)).map(({ recipient }) => recipient)).toEqual([
      'ada@example.org',
      email,
    ]);
    expect(errors).toHaveLength(1);
  });

  test('several workers answer each request once', async () => {
    shop.ip = '2001:db8::1';
    for (let count = 0; count < 12; count += 1)
      await shop.post('register', { full_name: 'Mila', email: `m${count}@example.org` });
    const workers = [1, 2, 3, 4].map(() => answerAccountRequests(shop.parts));
    await Promise.all(
      workers.map(async (work) => {
        while ((await work.run(shop.now)) > 0);
      }),
    );
    const recipients = (await listMails(shop.database.db, 99)).map(({ recipient }) => recipient);
    expect(new Set(recipients).size).toBe(12);
    expect(recipients).toHaveLength(12);
  });
});
