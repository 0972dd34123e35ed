import { beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { app, cancel, givenTransferShop, placeByTransfer } from '../support/transfer-shop.ts';

/* Tests what the list of mails finds, and mails that are sent again or retried. */

givenTransferShop();
let support: OfficePerson | undefined;
let one: Order;
let other: Order;

interface Row {
  id: number;
  kind: string;
  to: string;
  order: string | null;
  status: string;
  is_readable: boolean;
  can_retry: boolean;
}

const mails = async (filter: object = {}, person = support!): Promise<Row[]> =>
  (await person.browser.done('mails-list', { filter, after: null })).rows;
const kinds = async (filter: object) => (await mails(filter)).map(({ kind, order }) => `${kind} ${order}`);
/** Marks a mail as given up, as if the mail server had refused it too often. */
const giveUp = (id: number) =>
  app.db.run(
    `update mails set status = 'failed', sent_at = null, next_try_at = null, tries = 9, last_error = '550 no such user'
     where id = $1`,
    [id],
  );

// Makes all data once, before the first test. `beforeAll` would be too early, because Mila is not logged in yet.
beforeEach(async () => {
  if (support) return;
  one = await placeByTransfer();
  other = await placeByTransfer();
  expect((await cancel(other)).ok).toBe(true);
  support = await givenPerson(app, 'The support', ['support']);
  await app.settle();
});

describe('the list of mails', () => {
  test('is filtered by state, kind, day, order and address, newest first', async () => {
    expect(await kinds({ text: one.code })).toEqual([`order-received ${one.code}`]);
    expect(await kinds({ text: other.code })).toEqual([
      `order-cancelled ${other.code}`,
      `order-received ${other.code}`,
    ]);
    expect(await kinds({ kind: 'order-cancelled' })).toEqual([`order-cancelled ${other.code}`]);
    expect((await kinds({ text: 'mila@example' })).length).toBeGreaterThanOrEqual(3);
    expect(await kinds({ text: 'nobody@example.org' })).toEqual([]);
    expect(await kinds({ view: 'waiting' })).toEqual([]);
    expect(await kinds({ view: 'failed' })).toEqual([]);
    expect((await kinds({ view: 'sent', kind: 'order-received' })).length).toBe(2);
    const later = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect(await kinds({ from: later })).toEqual([]);
    expect((await mails({ until: later })).length).toBeGreaterThan(2);
  });

  test('hides mails to staff from those who do not manage staff, and their texts from everybody', async () => {
    const owner = await givenPerson(app, 'The owner', ['owner']);
    await app.settle();
    expect((await mails({ kind: 'staff-invite' })).length).toBe(0);
    const seen = await mails({ kind: 'staff-invite' }, owner);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ is_readable: isReadable }) => !isReadable)).toBe(true);
    expect((await owner.browser.done('mails-list', { filter: {}, after: null })).kinds).toContain('staff-news');
  });
});

test('notices to the operator are listed only for people who see the whole inbox', async () => {
  await app.db.run(
    `insert into mails (kind, recipient, subject, html, body_text, message_id, status, sent_at, created_at)
     values ('operator-urgent', 'office@sandlark.example', 'Needs you', '<p>1</p>', '1', 'notice-1', 'sent', $1, $1)`,
    [app.clock.now()],
  );
  const seen = async (role: 'owner' | 'manager' | 'support') =>
    (await mails({ kind: 'operator-urgent' }, await givenPerson(app, `Notices ${role}`, [role]))).length;
  expect([await seen('owner'), await seen('manager'), await seen('support')]).toEqual([1, 0, 0]);
  expect((await support!.browser.done('mails-list', { filter: {}, after: null })).kinds).not.toContain(
    'operator-urgent',
  );
});

test('a list is counted up to 1,000 for its tabs, and completely on request', async () => {
  await app.db.run(
    `insert into mails (kind, recipient, subject, html, body_text, message_id, status, sent_at, created_at)
     select 'terms-accepted', 'many@example.org', 'Accepted', '<p>1</p>', '1', 'many-' || number, 'sent', $1, $1
     from generate_series(1, 1005) number`,
    [app.clock.now()],
  );
  const filters = [{ kind: 'terms-accepted' }, { kind: 'terms-accepted', view: 'waiting' }];
  const countsOf = async (all: boolean) => (await support!.browser.done('mails-count', { filters, all })).counts;
  expect(await countsOf(false)).toEqual([
    { count: 1_000, has_more: true },
    { count: 0, has_more: false },
  ]);
  expect(await countsOf(true)).toEqual([
    { count: 1_005, has_more: false },
    { count: 0, has_more: false },
  ]);
});

describe('mails that were given up', () => {
  test('are retried with a full number of attempts, after a preview that lists them', async () => {
    const [cancelled, received] = await mails({ text: other.code });
    await giveUp(cancelled!.id);
    await giveUp(received!.id);
    const filter = { view: 'failed' };
    expect((await mails(filter)).map(({ can_retry: canRetry }) => canRetry)).toEqual([true, true]);
    const preview = await support!.browser.done('mails-retry', { filter: { ...filter, mail: received!.id } });
    expect(preview.outcome.mails).toEqual([
      { kind: 'order-received', to: 'mila@example.org', subject: expect.stringContaining(other.code) },
    ]);
    expect((await mails(filter)).length).toBe(2);
    const all = await support!.browser.done('mails-retry', { filter });
    expect(all.outcome.mails.length).toBe(2);
    // The preview of one mail confirms nothing else.
    expect((await support!.browser.call('mails-retry', { filter, preview: preview.preview })).status).toBe(409);
    expect((await support!.browser.done('mails-retry', { filter, preview: all.preview })).done).toBe(true);
    expect(await mails(filter)).toEqual([]);
    await app.settle();
    expect((await mails({ text: other.code })).map(({ status }) => status)).toEqual(['sent', 'sent']);
    const [entry] = await app.db.rows(`select actor, details from audit_log where action = 'mail.retried'`);
    expect(entry).toMatchObject({ details: { mails: [received!.id, cancelled!.id] } });
  });

  test('are not retried if their text was deleted', async () => {
    const [cancelled] = await mails({ text: other.code });
    await giveUp(cancelled!.id);
    await app.db.run('update mails set html = null, body_text = null where id = $1', [cancelled!.id]);
    const filter = { view: 'failed' };
    expect((await mails(filter)).map(({ can_retry: canRetry }) => canRetry)).toEqual([false]);
    expect((await support!.browser.call('mails-retry', { filter, request_key: crypto.randomUUID() })).status).toBe(409);
    await app.db.run(`update mails set status = 'sent' where id = $1`, [cancelled!.id]);
  });
});

describe('mails that were sent', () => {
  test('are sent again together and audited by order, but not to former holders', async () => {
    const filter = { view: 'sent', kind: 'order-received' };
    await app.db.run(
      `update mails set recipient = 'stranger@example.org' where kind = 'order-received' and order_id =
      (select id from orders where code = $1)`,
      [other.code],
    );
    const before = (await mails(filter)).length;
    const preview = await support!.browser.done('mails-again', { filter });
    expect(preview.outcome.mails.map(({ to }: { to: string }) => to)).toContain('mila@example.org');
    expect((await mails(filter)).length).toBe(before);
    await support!.browser.done('mails-again', { filter, preview: preview.preview });
    await app.settle();
    expect((await mails(filter)).length).toBe(before + preview.outcome.mails.length);
    const audited = await app.db.rows(`select subject from audit_log where action = 'order.mailed_again' order by id`);
    expect(audited).toContainEqual({ subject: one.code });
    const opening = await app.db.row<{ count: number }>(
      `select count(*) as count from mails where recipient = 'stranger@example.org' and html like '%/payment-plan-payment/%'`,
    );
    const toStranger = preview.outcome.mails.filter(({ to }: { to: string }) => to === 'stranger@example.org');
    expect(toStranger.length + opening!.count).toBe(1);
  });

  test('are listed before they are sent again, with those left out, and their results stay visible', async () => {
    const filter = { view: 'sent', text: 'mila@example' };
    const preview = await support!.browser.done('mails-again', { filter });
    const rows: { mail: number; order: string | null; to: string; subject: string; why: string | null }[] =
      preview.rows;
    const sent = rows.filter(({ why }) => why === null);
    expect(sent.length).toBe(preview.outcome.mails.length);
    expect(sent).toContainEqual({
      mail: expect.any(Number),
      order: one.code,
      to: 'mila@example.org',
      subject: expect.stringContaining(one.code),
      why: null,
    });
    expect(rows.filter(({ why }) => why !== null)).toEqual([
      {
        mail: expect.any(Number),
        order: other.code,
        to: 'mila@example.org',
        subject: expect.any(String),
        why: 'wiped',
      },
    ]);
    expect(preview).toMatchObject({ run: null, has_more: false });
    const { run } = await support!.browser.done('mails-again', { filter, preview: preview.preview });
    const results = async (person = support!) => await person.browser.done('bulk-run', { run });
    expect(await results()).toMatchObject({ action: 'mails-again', waiting: sent.length, done: 0, rows: [] });
    await app.settle();
    const ended = await results();
    expect(ended).toMatchObject({ waiting: 0, done: sent.length, left_out: rows.length - sent.length, failed: 0 });
    expect(ended.mails).toContainEqual(expect.objectContaining({ order: one.code, status: 'sent', why: null }));
    expect(ended.mails).toContainEqual(
      expect.objectContaining({ order: other.code, status: 'left_out', why: 'wiped' }),
    );
    // People who may not see emails see only the numbers.
    const finance = await givenPerson(app, 'Another bookkeeper', ['finance']);
    expect(await results(finance)).toMatchObject({ done: sent.length, mails: [] });

    // The undelivered emails of this action can be retried alone. That is an action with results too.
    const copies = await mails({ run });
    expect(copies.length).toBe(sent.length);
    await giveUp(copies[0]!.id);
    expect(await results()).toMatchObject({ done: sent.length - 1, failed: 1 });
    const failed = { view: 'failed', run };
    const retry = await support!.browser.done('mails-retry', { filter: failed });
    expect(retry.rows.map(({ mail }: { mail: number }) => mail)).toEqual([copies[0]!.id]);
    const retried = await support!.browser.done('mails-retry', { filter: failed, preview: retry.preview });
    await app.settle();
    expect(await results()).toMatchObject({ done: sent.length, failed: 0 });
    const { runs } = await support!.browser.done('bulk-runs');
    expect(runs[0]).toMatchObject({ id: retried.run, action: 'mails-retry', done: 1, failed: 0 });
    // There is nothing to stop: all are in the outbox.
    expect((await support!.browser.call('bulk-stop', { run, stop: true })).status).toBe(404);
  });

  test('are neither listed nor sent again for somebody without the permission', async () => {
    const finance = await givenPerson(app, 'The bookkeeper', ['finance']);
    for (const name of ['mails-list', 'mails-retry', 'mails-again'])
      expect((await finance.browser.call(name, { filter: {} })).status, name).toBe(403);
  });
});
