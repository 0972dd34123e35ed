import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealer } from '#platform/secrets/sealer.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { mailboxTransport } from './mail-transport.ts';
import { addMailbox, type MailboxEntry } from './mailbox.ts';
import { enqueueMail, sendWaitingMails } from './outbox.ts';
import { makeMail, makeMailLook } from './testing.ts';

const now = new Date('2026-11-20T12:00:00Z');
const sealer = createSealer('a key of this test alone', 'mail-bodies');
const renderAttachment = async ({ code }: { code: string }) =>
  code === 'GONE'
    ? null
    : { filename: `ticket "${code}".pdf`, contentType: 'application/pdf', content: Buffer.from('%PDF') };

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await givenDatabase();
  const { db } = database;
  await db.transaction(async (tx) => {
    const content = makeMail({ subject: 'First <b>' });
    await enqueueMail(tx, { key: null, kind: 'email-asked', recipient: 'ada@example.org', content }, now);
    const secret = makeMail({
      subject: 'Second',
      parts: [
        { kind: 'paragraph', text: 'Some words that need several lines. '.repeat(10) },
        { kind: 'code', label: 'Password', value: 'k7qmx' },
        { kind: 'button', label: 'Log in', url: 'https://shop.sandlark.example/login-link#t0k3n' },
      ],
    });
    await enqueueMail(
      tx,
      {
        key: null,
        kind: 'password',
        recipient: 'mila@example.org',
        content: secret,
        secret: sealer,
        attachments: [
          { kind: 'ticket', code: 'K7Q4' },
          { kind: 'ticket', code: 'GONE' },
        ],
      },
      now,
    );
  });
  await sendWaitingMails({
    db,
    transport: mailboxTransport,
    letterhead: async () => ({
      sender: { name: 'Sandlark', email: 'a@b.cd', replyTo: 'a@b.cd' },
      looks: () => makeMailLook(),
    }),
    renderAttachment,
    sealer,
    keepSecrets: true,
  }).run(now);
  app = Fastify();
  addMailbox(app, { db, sealer, looks: async () => () => makeMailLook(), renderAttachment });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const get = (url: string) => app.inject({ method: 'GET', url });
const entries = async (query = '') => (await get(`/dev/mailbox.json${query}`)).json<MailboxEntry[]>();

test('the mailbox lists every mail, newest first, with its links and secret body', async () => {
  const [second, first] = await entries();
  expect(first).toMatchObject({
    recipient: 'ada@example.org',
    subject: 'First <b>',
    kind: 'email-asked',
    status: 'sent',
    attachments: [],
  });
  expect(second).toMatchObject({
    recipient: 'mila@example.org',
    kind: 'password',
    created_at: '2026-11-20T12:00:00.000Z',
  });
  expect(second!.text).toContain('k7qmx');
  expect(second!.html).toContain('k7qmx');
  expect(second!.links).toContain('https://shop.sandlark.example/login-link#t0k3n');
  expect(second!.attachments.map(({ code }) => code)).toEqual(['K7Q4', 'GONE']);
  expect(await entries('?to=ADA@example.org')).toHaveLength(1);
  expect(await entries('?limit=1')).toHaveLength(1);
});

test('its pages run no script, allow only their own style and the icon, and show text as text', async () => {
  const [, first] = await entries();
  for (const url of ['/dev/mailbox', `/dev/mailbox/${first!.id}`, `/dev/mailbox/${first!.id}?width=phone`]) {
    const page = await get(url);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self';/,
    );
    expect(page.body).toContain('First &lt;b&gt;');
    expect(page.body).not.toMatch(/<script|style="|First <b>/);
  }
});

test('the mail is shown in a sandboxed frame, and its links leave the frame', async () => {
  const [second] = await entries();
  const frame = await get(`/dev/mailbox/${second!.id}/html`);
  expect(frame.headers['content-security-policy']).toContain("default-src 'none'");
  expect(frame.headers['content-security-policy']).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(frame.body).toContain('<base target="_blank">');
});

test('the frame is as wide as the page, or as a phone on request', async () => {
  const [second] = await entries();
  const frameOf = async (query: string) =>
    /<iframe[^>]*>/.exec((await get(`/dev/mailbox/${second!.id}${query}`)).body)?.[0];
  expect(await frameOf('')).not.toContain('class=');
  expect(await frameOf('?width=phone')).toContain('class="phone"');
});

test('attachments are rendered on download', async () => {
  const [second] = await entries();
  const file = await get(second!.attachments[0]!.url);
  // A mail is shown in a sandboxed frame, which is another origin.
  expect(file.headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.headers['content-disposition']).toBe('attachment; filename="ticket _K7Q4_.pdf"');
  expect(file.body).toBe('%PDF');
});

test('the answer for an attachment that cannot be rendered says why', async () => {
  const [second] = await entries();
  const gone = await get(second!.attachments[1]!.url);
  expect([gone.statusCode, gone.body]).toEqual([404, 'The ticket GONE is no longer valid, so there is no file.']);
  const missing = await get(`/dev/mailbox/${second!.id}/attachments/2`);
  expect([missing.statusCode, missing.body]).toEqual([404, 'This email has no such attachment.']);
});

test.each([
  '/dev/mailbox/999',
  '/dev/mailbox/x',
  '/dev/mailbox/1e3',
  '/dev/mailbox/999/html',
  '/dev/mailbox/1/attachments/-1',
])('there is nothing at %s', async (url) => expect((await get(url)).statusCode).toBe(404));

test('a mail whose secret was wiped is listed without its body', async () => {
  const { db } = database;
  const [second] = await entries();
  await db.run('update mails set sealed = null where id = $1', [second!.id]);
  expect((await entries())[0]).toMatchObject({ kind: 'password', text: '', html: '', links: [] });
  const page = await get(`/dev/mailbox/${second!.id}`);
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toContain('<iframe');
});
