import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '#platform/secrets/sealer.ts';
import { givenDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { givenSmtpPeer, type SmtpPeer } from '../../../test/support/smtp-peer.ts';
import { drawCodePicture } from './draw-code-picture.ts';
import type { StoredDraft } from './mail-content.ts';
import { type MailTransport, mailboxTransport } from './mail-transport.ts';
import { enqueueMail, type NewMail, type OutboxParts, sendWaitingMails } from './outbox.ts';
import { claimMails } from './outbox-store.ts';
import { smtpTransport } from './smtp-transport.ts';
import { makeMail, makeMailLook } from './testing.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const sealer = createSealer('a key of this test alone', 'mail-bodies');

const sender = { name: 'Sandlark', email: 'tickets@sandlark.example', replyTo: 'hello@sandlark.example' };

let database: TestDatabase;
let peer: SmtpPeer;
const closing: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  database = await givenDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.run('delete from mails');
  peer = await givenSmtpPeer();
  closing.push(() => peer.close());
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function parts(changed: Partial<OutboxParts> = {}): OutboxParts {
  return {
    db: database.db,
    transport: transport(),
    letterhead: async () => ({ sender, looks: () => makeMailLook() }),
    renderAttachment: async () => null,
    sealer,
    keepSecrets: false,
    ...changed,
  };
}

function transport(silenceMs = 5_000): MailTransport {
  const made = smtpTransport({ url: peer.url, silenceMs });
  closing.push(() => made.close());
  return made;
}

const enqueue = (mail: Partial<NewMail> = {}, at = now) =>
  database.db.transaction((tx) =>
    enqueueMail(
      tx,
      { key: null, kind: 'order-received', recipient: 'mila@example.org', content: makeMail(), ...mail },
      at,
    ),
  );

interface Row {
  status: string;
  tries: number;
  next_try_at: Date | null;
  last_error: string | null;
  draft: StoredDraft | null;
  html: string | null;
  body_text: string | null;
  sealed: Buffer | null;
  message_id: string;
  sent_at: Date | null;
}
const rows = () => database.db.rows<Row>('select * from mails order by id');
const row = async () => (await rows())[0]!;

describe('putting a mail into the outbox', () => {
  test('stores one mail for a key, and one for each call without a key', async () => {
    expect(await enqueue({ key: 'order-received:1' })).toBe(true);
    expect(await enqueue({ key: 'order-received:1' })).toBe(false);
    expect(await enqueue({ key: 'order-received:2' })).toBe(true);
    expect(await enqueue()).toBe(true);
    expect(await enqueue()).toBe(true);
    expect(await rows()).toHaveLength(4);
  });

  test('stores no mail if the change is rolled back', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await enqueueMail(tx, { key: null, kind: 'order-received', recipient: 'a@b.cd', content: makeMail() }, now);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await rows()).toHaveLength(0);
  });

  test.each([' ', 'a@b.cd, e@f.gh', 'a@b.cd\r\nBcc: e@f.gh', 'Mila <a@b.cd>', 'a@b.cd;e@f.gh'])(
    'throws for %j as a recipient, and stores nothing',
    async (recipient) => {
      await expect(enqueue({ recipient })).rejects.toThrow('one plain address');
      expect(await rows()).toHaveLength(0);
    },
  );

  test('stores nothing for a recipient whose address was deleted', async () => {
    expect(await enqueue({ recipient: '' })).toBe(false);
    expect(await rows()).toHaveLength(0);
  });

  test('stores a secret nowhere in plain text', async () => {
    const content = makeMail({ parts: [{ kind: 'code', label: 'Password', value: 'k7qmx-2hx9p' }] });
    await enqueue({ content, secret: sealer });
    const stored = await row();
    expect([stored.html, stored.body_text]).toEqual([null, null]);
    expect(JSON.stringify(stored) + stored.sealed!.toString('latin1')).not.toContain('k7qmx');
  });
});

describe('sending', () => {
  test('replaces the draft in the row with the body as sent', async () => {
    await enqueue({ content: makeMail({ title: 'Hello, Mila' }) });
    const waiting = await row();
    expect(waiting).toMatchObject({ draft: { title: 'Hello, Mila', locale: 'en-GB' }, html: null, body_text: null });
    await sendWaitingMails(
      parts({ letterhead: async () => ({ sender, looks: () => makeMailLook({ name: 'A new name' }) }) }),
    ).run(now);
    const sent = await row();
    expect(sent.draft).toBeNull();
    expect(sent.html).toContain('A new name');
    expect(sent.body_text).toContain('Hello, Mila');
    const received = await PostalMime.parse(peer.received[0]!.raw);
    expect(received.html!.trim()).toBe(sent.html!.trim());
  });

  test('delivers a mail complete, once, to one address', async () => {
    await enqueue({
      recipient: 'jörg@bücher.example',
      content: makeMail({ subject: 'Tickets für dich', parts: [{ kind: 'paragraph', text: 'Grüße <b>' }] }),
      attachments: [{ kind: 'ticket', code: 'K7Q4' }],
    });
    const work = sendWaitingMails(
      parts({
        renderAttachment: async ({ code }) => ({
          filename: `ticket-${code}.pdf`,
          contentType: 'application/pdf',
          content: Buffer.from('%PDF-1.7 binary \u0000 bytes'),
        }),
      }),
    );
    expect(await work.run(now)).toBe(1);
    expect(await work.run(later(1))).toBe(0);
    expect(peer.received).toHaveLength(1);
    const { from, to, raw } = peer.received[0]!;
    expect(from).toBe('tickets@sandlark.example');
    expect(to).toHaveLength(1);
    const mail = await PostalMime.parse(raw);
    const stored = await row();
    expect(mail.subject).toBe('Tickets für dich');
    expect(mail.from).toEqual({ name: 'Sandlark', address: 'tickets@sandlark.example' });
    expect(mail.replyTo).toEqual([{ name: 'Sandlark', address: 'hello@sandlark.example' }]);
    expect(mail.to).toHaveLength(1);
    expect(mail.messageId).toBe(stored.message_id);
    expect(stored.message_id).toMatch(/^<[\w-]{22}@sandlark\.example>$/);
    expect(mail.text).toContain('Grüße <b>');
    expect(mail.html).toContain('Grüße &lt;b&gt;');
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['ticket-K7Q4.pdf', 'application/pdf'],
    ]);
    expect(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).toString('latin1')).toBe(
      '%PDF-1.7 binary \u0000 bytes',
    );
    expect(stored).toMatchObject({ status: 'sent', sent_at: now, next_try_at: null, last_error: null });
  });

  test('draws a code to scan inside the mail, so that no address is needed to see it', async () => {
    const code = { kind: 'code-picture', draws: 'qr', text: 'BCD', alt: 'A code', caption: 'Scan it' } as const;
    await enqueue({ content: makeMail({ parts: [code] }) });
    await sendWaitingMails(
      parts({ renderAttachment: async ({ kind, code: text }) => await drawCodePicture({ draws: kind as 'qr', text }) }),
    ).run(now);
    const mail = await PostalMime.parse(peer.received[0]!.raw);
    expect(mail.html).toMatch(/<img src="cid:code-1"[^>]* alt="A code"/);
    expect(mail.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<code-1>', filename: 'qr.png' },
    ]);
  });

  test('leaves out an attachment that no longer exists', async () => {
    await enqueue({ attachments: [{ kind: 'ticket', code: 'GONE' }] });
    await sendWaitingMails(parts()).run(now);
    expect((await PostalMime.parse(peer.received[0]!.raw)).attachments).toEqual([]);
  });

  test('waits for the next attempt if an attachment cannot be rendered', async () => {
    await enqueue({ attachments: [{ kind: 'ticket', code: 'X' }] });
    const renderAttachment = async () => {
      throw new Error('no font');
    };
    expect(await sendWaitingMails(parts({ renderAttachment })).run(now)).toBe(0);
    expect(peer.received).toHaveLength(0);
    expect(await row()).toMatchObject({ status: 'waiting', last_error: 'no font', next_try_at: later(1) });
  });

  test('wipes a secret that was sent, and keeps it only where the mailbox shows it', async () => {
    await enqueue({ content: makeMail({ title: 'The secret' }), secret: sealer });
    await sendWaitingMails(parts()).run(now);
    expect((await PostalMime.parse(peer.received[0]!.raw)).text).toContain('The secret');
    expect(await row()).toMatchObject({ status: 'sent', sealed: null, html: null, body_text: null });

    await database.db.run('delete from mails');
    await enqueue({ secret: sealer });
    await sendWaitingMails(parts({ keepSecrets: true, transport: mailboxTransport })).run(now);
    const kept = await row();
    expect(kept).toMatchObject({ status: 'sent', html: null });
    expect(kept.sealed).not.toBeNull();
  });

  test.each(['refuse recipient', 'refuse for now', 'stall'] as const)(
    'is retried with growing pauses until the mail arrives (the server will %s)',
    async (behaviour) => {
      peer.behaviour = behaviour;
      await enqueue();
      const failures: number[] = [];
      const work = sendWaitingMails(
        parts({
          transport: transport(behaviour === 'stall' ? 400 : 5_000),
          onFailedAttempt: ({ tries }) => failures.push(tries),
        }),
      );
      expect(await work.run(now)).toBe(0);
      expect(await row()).toMatchObject({ status: 'waiting', tries: 1, next_try_at: later(1) });
      expect((await row()).last_error).not.toBe('');
      expect(await work.run(new Date(later(1).getTime() - 1))).toBe(0);
      expect((await row()).tries).toBe(1);
      await work.run(later(1));
      expect(await row()).toMatchObject({ status: 'waiting', tries: 2, next_try_at: later(6) });
      peer.behaviour = 'accept';
      expect(await work.run(later(6))).toBe(1);
      expect(peer.received).toHaveLength(1);
      expect(await row()).toMatchObject({ status: 'sent', tries: 3 });
      expect(failures).toEqual([1, 2]);
    },
  );

  test('gives the second copy the same Message-ID if the connection is cut after the data', async () => {
    peer.behaviour = 'cut after data';
    await enqueue();
    const work = sendWaitingMails(parts());
    await work.run(now);
    expect(peer.received).toHaveLength(1);
    peer.behaviour = 'accept';
    await work.run(later(1));
    const ids = await Promise.all(peer.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual([(await row()).message_id, (await row()).message_id]);
  });

  test('ends after nine attempts that the server refuses, keeps its error and wipes its secret', async () => {
    peer.behaviour = 'refuse recipient';
    await enqueue({ secret: sealer });
    const failures: boolean[] = [];
    const work = sendWaitingMails(parts({ onFailedAttempt: ({ gaveUp }) => failures.push(gaveUp) }));
    let at = now;
    for (let turn = 0; turn < 20; turn += 1) {
      await work.run(at);
      at = (await row()).next_try_at ?? at;
    }
    expect(await row()).toMatchObject({ status: 'failed', tries: 9, next_try_at: null, sealed: null });
    expect((await row()).last_error).toContain('No such mailbox');
    expect(failures.filter((gaveUp) => gaveUp)).toHaveLength(1);
    expect(at.getTime() - now.getTime()).toBeGreaterThan(24 * 60 * 60_000);
  });

  test('delivers all others if one mail cannot be sent', async () => {
    await enqueue({ secret: createSealer('another key than the one we have', 'mail-bodies') });
    for (let count = 0; count < 7; count += 1) await enqueue({ recipient: `a${count}@example.org` });
    const work = sendWaitingMails(parts());
    while ((await work.run(now)) > 0);
    expect(peer.received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 7 }, (_, i) => `a${i}@example.org`),
    );
    expect((await rows()).map(({ status }) => status)).toEqual(['waiting', ...Array(7).fill('sent')]);
  });
});

describe('several processes', () => {
  test('deliver every mail exactly once', async () => {
    for (let count = 0; count < 30; count += 1) await enqueue({ recipient: `a${count}@example.org` });
    const workers = Array.from({ length: 4 }, () => sendWaitingMails(parts()));
    await Promise.all(
      workers.map(async (work) => {
        while ((await work.run(now)) > 0);
      }),
    );
    expect(peer.received).toHaveLength(30);
    expect(new Set(peer.received.map(({ to }) => to[0])).size).toBe(30);
  });

  test('send the mail of a process that died, once its lease is over', async () => {
    await enqueue();
    // This transport never resolves, as if the process had died.
    sendWaitingMails(parts({ transport: { send: () => new Promise(() => {}), close() {} } })).run(now);
    await expect.poll(async () => (await row()).tries).toBe(1);
    const work = sendWaitingMails(parts());
    expect(await work.run(later(2))).toBe(0);
    expect(await work.run(later(3))).toBe(1);
    expect(peer.received).toHaveLength(1);
  });

  test('ignore the failed attempt of a process that was paused past its lease', async () => {
    await enqueue();
    let wake = (_error: Error) => {};
    const paused = sendWaitingMails(
      parts({ transport: { send: () => new Promise((_, reject) => (wake = reject)), close() {} } }),
    ).run(now);
    await expect.poll(async () => (await row()).tries).toBe(1);
    await sendWaitingMails(parts()).run(later(3));
    const sent = await row();
    expect(sent.status).toBe('sent');
    wake(new Error('I was asleep'));
    await paused;
    expect(await row()).toEqual(sent);
  });

  test('give up a mail that kills every process that sends it', async () => {
    await enqueue();
    await database.db.run('update mails set tries = 9');
    await sendWaitingMails(parts()).run(now);
    expect(peer.received).toHaveLength(0);
    expect(await row()).toMatchObject({ status: 'failed', last_error: 'Given up after too many attempts' });
  });
});

test('no more mails are claimed than requested, however the database plans the statement', async () => {
  for (let count = 0; count < 12; count += 1) await enqueue();
  await database.db.transaction(async (tx) => {
    // This leaves only a nested loop, the plan for a table that was small when last analysed.
    for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize', 'indexscan', 'bitmapscan'])
      await tx.run(`set local enable_${way} = off`);
    expect(await claimMails(tx, 5, now, later(3))).toHaveLength(5);
  });
});
