import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { heldMails } from '#apps/server/open-matters-store.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { givenSmtpPeer, type Reaction, type SmtpPeer } from '../../../test/support/smtp-peer.ts';
import { ServerTrouble } from './mail-transport.ts';
import { enqueueMail, sendWaitingMails } from './outbox.ts';
import { retryMails } from './outbox-store.ts';
import { smtpTransport } from './smtp-transport.ts';
import { makeMail, makeMailLook } from './testing.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const HOUR = 60;
const DAY = 24 * HOUR;

let database: TestDatabase;
let peer: SmtpPeer;
let transport: ReturnType<typeof smtpTransport>;
let outbox: ReturnType<typeof sendWaitingMails>;
let failures: { tries: number; gaveUp: boolean }[];

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.run('delete from mails');
  peer = await givenSmtpPeer();
  failures = [];
  openOutbox(5_000);
});
afterEach(async () => {
  transport.close();
  await peer.close();
});

function openOutbox(silenceMs: number): void {
  transport?.close();
  transport = smtpTransport({ url: peer.url, silenceMs });
  outbox = sendWaitingMails({
    db: database.db,
    transport,
    letterhead: async () => ({
      sender: { name: 'Sandlark', email: 'tickets@sandlark.example', replyTo: 'hello@sandlark.example' },
      looks: () => makeMailLook(),
    }),
    renderAttachment: async () => null,
    sealer: createSealer('a key of this test alone', 'mail-bodies'),
    keepSecrets: false,
    onFailedAttempt: (failure) => failures.push(failure),
  });
}

/** The timeout is short enough for servers that hang, and long enough for servers that answer on a busy machine. */
const openFor = (reaction: Reaction): void => {
  if (reaction.startsWith('stall')) openOutbox(400);
};

const mailTo = (recipient: string) =>
  database.db.transaction((tx) =>
    enqueueMail(tx, { key: null, kind: 'order-received', recipient, content: makeMail() }, now),
  );

test('a mail is not sent to a server without encryption if that is required', async () => {
  transport.close();
  transport = smtpTransport({ url: `${peer.url}?requireTLS=true`, silenceMs: 5_000 });
  const mail = {
    sender: { name: 'Sandlark', email: 'tickets@sandlark.example', replyTo: 'hello@sandlark.example' },
    recipient: 'ada@example.org',
    subject: 'Your tickets',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: '<plain@sandlark.example>',
    attachments: async () => [],
    timeoutMs: 5_000,
  };
  await expect(transport.send(mail)).rejects.toThrow(ServerTrouble);
  expect(peer.received).toEqual([]);
});

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}${i}@example.org`);

async function given(recipients: readonly string[]): Promise<string[]> {
  for (const recipient of recipients) await mailTo(recipient);
  return [...recipients].sort();
}

/** Runs one round of the worker: batch after batch until nothing is sent. */
async function round(minutes: number): Promise<void> {
  while ((await outbox.run(later(minutes))) > 0);
}

const arrived = () => peer.received.map(({ to }) => to[0]!).sort();
const rows = () =>
  database.db.rows<{
    recipient: string;
    status: string;
    tries: number;
    excused: number;
    next_try_at: Date;
    last_error: string;
  }>('select recipient, status, tries, excused, next_try_at, last_error from mails order by id');
const statuses = async () => [...new Set((await rows()).map(({ status }) => status))];

describe('while the mail server is down', () => {
  test.each([
    ['not there', /closed/],
    ['refuse login', /Invalid login/],
    ['refuse login for now', /Invalid login/],
    ['stall at greeting', /Greeting|Timeout/],
  ] as const)(
    'because of "%s", mails wait, and a minute after its return all have arrived once',
    async (behaviour, error) => {
      openFor(behaviour);
      peer.behaviour = behaviour;
      const recipients = await given(names('a', 7));
      for (let second = 0; second < 3 * 60; second += 10) await round(second / 60);
      expect(await statuses()).toEqual(['waiting']);
      expect((await rows()).every(({ tries, excused }) => tries === excused)).toBe(true);
      expect(failures[0]).toMatchObject({ error: expect.stringMatching(error), gaveUp: false });
      // There are five mails and a check at first, then one mail and one check per minute.
      expect(peer.connections).toBeLessThanOrEqual(6 + 2 * 2);
      peer.behaviour = 'accept';
      await round(4);
      expect(arrived()).toEqual(recipients);
      expect(await statuses()).toEqual(['sent']);
    },
  );

  test('for three days, no mail is given up, and then few are sent at a time', async () => {
    peer.behaviour = 'not there';
    const recipients = await given(names('a', 15));
    for (let minute = 0; minute < 3 * DAY; minute += 4 * HOUR) await round(minute);
    expect(failures.filter(({ gaveUp }) => gaveUp)).toEqual([]);
    peer.behaviour = 'accept';
    peer.maxAtOnce = 0;
    await round(3 * DAY);
    expect(arrived()).toEqual(recipients);
    expect(peer.maxAtOnce).toBeLessThanOrEqual(5);
    await round(3 * DAY + HOUR);
    expect(peer.received).toHaveLength(15);
  });

  test('attempts do not count, even against a mail that is refused later', async () => {
    peer.behaviour = 'not there';
    await given(['a@example.org']);
    for (let minute = 0; minute < 30; minute += 1) await round(minute);
    peer.behaviour = 'refuse for now';
    await round(30);
    expect(await rows()).toMatchObject([{ status: 'waiting', tries: 31, excused: 30, next_try_at: later(31) }]);
    await round(31);
    expect(await rows()).toMatchObject([{ next_try_at: later(36) }]);
  });
});

describe('mails that are held until the mail server returns', () => {
  const held = async () => (await heldMails(database.db)).count;

  test('are counted until an attempt reaches the server', async () => {
    peer.behaviour = 'not there';
    await given(['a@example.org']);
    await round(0);
    expect(await held()).toBe(1);
    peer.behaviour = 'refuse for now';
    await round(1);
    expect(await held()).toBe(0);
  });

  test('do not include failed mails that somebody retries', async () => {
    peer.towards.set('bad@example.org', 'refuse recipient');
    await given(['bad@example.org']);
    await round(0);
    const [{ id }] = (await database.db.rows<{ id: number }>(`update mails set status = 'failed' returning id`)) as [
      { id: number },
    ];
    await database.db.transaction((tx) => retryMails(tx, [id], later(1)));
    expect(await rows()).toMatchObject([{ status: 'waiting', excused: 1 }]);
    expect(await held()).toBe(0);
  });
});

describe('while the mail server works', () => {
  test.each([
    'refuse recipient',
    'refuse for now',
    'refuse content',
    'stall',
    'stall after data',
    'cut after data',
  ] as const)(
    'but not for one recipient ("%s"), others get their mails; that one is retried ever later',
    async (reaction) => {
      openFor(reaction);
      peer.towards.set('bad@example.org', reaction);
      const recipients = await given(['a0@example.org', 'bad@example.org', ...names('b', 5)]);
      await round(0);
      const good = recipients.filter((recipient) => recipient !== 'bad@example.org');
      expect(arrived().filter((recipient) => recipient !== 'bad@example.org')).toEqual(good);
      await round(1);
      const [bad] = (await rows()).filter(({ status }) => status !== 'sent');
      expect(bad).toMatchObject({ recipient: 'bad@example.org', tries: 2, excused: 0, next_try_at: later(6) });
    },
  );

  test('mails behind more refused ones than are sent in parallel are sent within seconds', async () => {
    const refused = names('bad', 12);
    for (const recipient of refused) peer.towards.set(recipient, 'refuse recipient');
    await given(refused);
    const good = await given(names('good', 8));
    // One round per second.
    for (const second of [0, 1, 2, 3]) await round(second / 60);
    expect(arrived()).toEqual(good);
  });

  test('but always disconnects after a mail, its copies have one Message-ID, and it is given up', async () => {
    peer.towards.set('bad@example.org', 'cut after data');
    await given(['bad@example.org']);
    let at = now;
    for (let turn = 0; turn < 12; turn += 1) {
      await outbox.run(at);
      at = (await rows())[0]!.next_try_at ?? at;
    }
    expect(await rows()).toMatchObject([{ status: 'failed', tries: 9, excused: 0 }]);
    const ids = await Promise.all(peer.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect([ids.length, new Set(ids).size]).toEqual([9, 1]);
  });

  test('but refuses this sender, mails are retried with growing pauses', async () => {
    peer.behaviour = 'refuse sender';
    await given(['a@example.org']);
    await round(0);
    await round(1);
    expect(await rows()).toMatchObject([{ tries: 2, excused: 0, next_try_at: later(6) }]);
    expect((await rows())[0]!.last_error).toContain('Not yours to send from');
  });
});
