import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { type Clock, fixedClock } from '#platform/clock/clock.ts';
import { createCallRegistry } from '#platform/http/calls.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import type { StoredDraft } from '#platform/mail/mail-content.ts';
import { givenDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { compose } from '../../../../test/support/mail-body.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import { givenCustomer, givenItem, givenOrder, makeTicketShop } from '../testing.ts';
import { issueItems } from './issue-items.ts';
import { mailTicketsAgain, type TicketMailParts } from './mail-tickets-again.ts';
import { addTicketCalls } from './routes.ts';

const now = new Date('2027-02-01T12:00:00Z');
const SAME_ANSWER = expect.stringMatching(/^If there are tickets for this address, they are on their way by email\./);

let database: TestDatabase;
let app: FastifyInstance;
let parts: TicketMailParts;
let clock: Clock;

beforeAll(async () => {
  database = await givenDatabase();
  clock = { ...fixedClock(now) };
  parts = { db: database.db, loadShop: async () => makeTicketShop(), shopUrl: 'https://shop.example' };
  app = Fastify();
  const calls = createCallRegistry(app, {
    db: database.db,
    clock,
    authenticate: async () => null,
    bundle: async () => '{}',
    language: () => ENGLISH,
    originOf: () => 'https://shop.example',
  });
  addTicketCalls(calls, { ...parts, secretKey: Buffer.alloc(32, 7) });
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  for (const table of ['rate_limits', 'mails', 'ticket_requests']) await database.db.run(`delete from ${table}`);
});

const ask = (email: unknown, remoteAddress = '192.0.2.1') =>
  app.inject({ method: 'POST', url: '/api/email-tickets', payload: { email } as object, remoteAddress });

async function work(moment = now): Promise<void> {
  const due = mailTicketsAgain(parts);
  while ((await due.run(moment)) > 0);
}

interface SentMail {
  recipient: string;
  subject: string;
  draft: StoredDraft;
  attachments: { kind: string; code: string }[];
}
const mails = () => database.db.rows<SentMail>('select recipient, subject, draft, attachments from mails order by id');
const codesOf = async (orderId: number) =>
  (await database.db.rows<{ code: string }>('select code from tickets where order_id = $1 order by id', [orderId])).map(
    (row) => row.code,
  );

async function givenTickets(
  customerId: number,
  holders: readonly string[],
  given: { paymentStatus?: string; isTermsAccepted?: boolean; pending?: boolean } = {},
): Promise<number> {
  const itemId = await givenItem(database.db);
  const orderId = await givenOrder(database.db, {
    customerId,
    ...given,
    lines: holders.map((email) => ({ itemId, email })),
  });
  await database.db.transaction((tx) => issueItems(tx, orderId, { pending: given.pending ?? false }, now));
  return orderId;
}

describe('requesting tickets again', () => {
  test.each([
    ['', 'Please enter your email address.'],
    ['   ', 'Please enter your email address.'],
    [null, 'Please enter your email address.'],
    ['mila', 'Please enter a valid email address.'],
    ['mailto:mila@example.org', 'Please enter a valid email address.'],
  ])('with %j is refused and names the problem, and changes nothing', async (email, message) => {
    const answer = await ask(email);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ message, errors: { email: [message] } });
    expect(await database.db.rows('select 1 from ticket_requests')).toEqual([]);
  });

  test('receives the same answer for a known and an unknown address, before the address is looked up', async () => {
    await givenTickets(await givenCustomer(database.db), ['known@example.org']);
    const [known, unknown] = [await ask('known@example.org'), await ask('unknown@example.org')];
    expect([known.statusCode, unknown.statusCode]).toEqual([200, 200]);
    expect(known.json()).toEqual({ message: SAME_ANSWER });
    expect(unknown.body).toBe(known.body);
    expect(await mails()).toEqual([]);
    await work();
    expect((await mails()).map((mail) => mail.recipient)).toEqual(['known@example.org']);
    expect(await database.db.rows('select 1 from ticket_requests')).toEqual([]);
  });

  test('is possible three times an hour for an address, known or not and however it is typed', async () => {
    for (const address of ['three@example.org', 'nobody@example.org']) {
      for (let count = 0; count < 3; count += 1) {
        expect((await ask(count === 1 ? address.toUpperCase() : address, `198.51.100.${count}`)).statusCode).toBe(200);
      }
      const answer = await ask(address, '203.0.113.9');
      expect(answer.statusCode).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await ask('other@example.org')).statusCode).toBe(200);
  });

  test('is also limited by network', async () => {
    await ask('first@example.org');
    await database.db.run(`update rate_limits set count = $1 where bucket like 'resend-network:%'`, [
      defaultLimits['resend-network'].attempts,
    ]);
    expect((await ask('second@example.org')).statusCode).toBe(429);
    expect((await ask('second@example.org', '203.0.113.9')).statusCode).toBe(200);
  });
});

describe('the mail', () => {
  test('has the tickets attached and as links, and goes to the stored spelling of the address', async () => {
    const orderId = await givenTickets(await givenCustomer(database.db), ['Holder@Example.org']);
    await ask('holder@example.ORG');
    await work();
    const [code] = await codesOf(orderId);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      recipient: 'Holder@Example.org',
      subject: 'Your ticket from Sandlark',
      attachments: [{ kind: 'ticket', code }],
    });
    expect(compose(mail!.draft).text).toContain(`https://shop.example${ticketPath('Holder@Example.org', code!)}`);
  });

  test('contains the tickets of the holder and those that the account manages, each once', async () => {
    const customerId = await givenCustomer(database.db, 'buyer@example.org');
    const orderId = await givenTickets(customerId, ['buyer@example.org', 'friend@example.org']);
    const other = await givenTickets(await givenCustomer(database.db), ['buyer@example.org', 'stranger@example.org']);
    await ask('buyer@example.org');
    await work();
    const [mail] = await mails();
    const codes = [...(await codesOf(orderId)), (await codesOf(other))[0]];
    expect(mail!.attachments.map((one) => one.code).sort()).toEqual(codes.sort());
    expect(mail!.recipient).toBe('buyer@example.org');
  });

  test('leaves out tickets that may not be downloaded, and is not written if none is left', async () => {
    const customerId = await givenCustomer(database.db, 'mixed@example.org');
    const good = await givenTickets(customerId, ['mixed@example.org']);
    await givenTickets(customerId, ['mixed@example.org', 'open@example.org'], { isTermsAccepted: false });
    await givenTickets(customerId, ['mixed@example.org'], { paymentStatus: 'partial', pending: true });
    const refunded = await givenTickets(customerId, ['mixed@example.org']);
    await database.db.run(`update tickets set status = 'refund' where order_id = $1`, [refunded]);
    await ask('mixed@example.org');
    await ask('open@example.org');
    await work();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.attachments.map((one) => one.code)).toEqual(await codesOf(good));
  });

  test('is split into several when there are many tickets', async () => {
    await givenTickets(await givenCustomer(database.db, 'group@example.org'), Array(45).fill('guest@example.org'));
    await ask('group@example.org');
    await work();
    expect((await mails()).map((mail) => mail.attachments.length)).toEqual([15, 15, 15]);
  });

  test('is written once when two workers run at the same time', async () => {
    await givenTickets(await givenCustomer(database.db), ['twice@example.org']);
    await ask('twice@example.org');
    await Promise.all([work(), work(), work()]);
    expect(await mails()).toHaveLength(1);
  });
});

describe('a request that fails', () => {
  /** Makes writing any mail fail. */
  const shopWithoutWords = {} as ReturnType<typeof makeTicketShop>;

  test('is postponed, blocks no other, and succeeds later', async () => {
    const customerId = await givenCustomer(database.db);
    await givenTickets(customerId, ['broken@example.org']);
    await givenTickets(customerId, ['fine@example.org']);
    await ask('broken@example.org');
    await ask('fine@example.org');
    let broken = true;
    const errors: unknown[] = [];
    const due = mailTicketsAgain(
      { ...parts, loadShop: async () => (broken ? shopWithoutWords : makeTicketShop()) },
      (error) => errors.push(error),
    );
    expect([await due.run(now), await due.run(now), await due.run(now)]).toEqual([1, 1, 0]);
    expect(errors).toHaveLength(2);
    expect(await mails()).toEqual([]);
    broken = false;
    const later = new Date(now.getTime() + 15_000);
    expect([await due.run(later), await due.run(later), await due.run(later)]).toEqual([1, 1, 0]);
    expect(await mails()).toHaveLength(2);
  });

  test('is dropped after ten attempts', async () => {
    await givenTickets(await givenCustomer(database.db), ['never@example.org']);
    await ask('never@example.org');
    const due = mailTicketsAgain({ ...parts, loadShop: async () => shopWithoutWords });
    let moment = now;
    for (let count = 0; count < 10; count += 1) {
      expect(await due.run(moment)).toBe(1);
      moment = new Date(moment.getTime() + 24 * 60 * 60 * 1_000);
    }
    expect(await due.run(moment)).toBe(0);
  });
});
