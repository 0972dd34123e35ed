import { describe, expect, test } from 'vitest';
import {
  ada,
  app,
  buyTicket,
  change,
  departure,
  download,
  givenTicketShop,
  holder,
  MINUTE,
  mailsSince,
  move,
  qrOf,
  rowOf,
  ticketOf,
  verdict,
} from './support/ticket-shop.ts';

givenTicketShop();

describe('the typed values', () => {
  test.each([
    [{ full_name: '' }, ['full_name'], 'Please fill out the following fields: Full name.'],
    [{ email: ' ' }, ['email'], 'Please fill out the following fields: Email.'],
    [
      { full_name: '', email: '', age: '' },
      ['full_name', 'email', 'age'],
      'Please fill out the following fields: Full name, Email, Age.',
    ],
    [{ full_name: 'Мила Оконкво' }, ['full_name'], 'Please enter the full name in roman characters.'],
    [{ email: 'mila@example' }, ['email'], 'Please enter a valid email address for this ticket holder.'],
    [{ email: 'mailto:m@example.org' }, ['email'], 'Please enter a valid email address for this ticket holder.'],
    [{ age: '7' }, ['age'], 'Please choose the age range for this ticket holder.'],
  ])('%j is refused at %j: %s', async (typed, fields, message) => {
    const ticket = await buyTicket();
    const answer = await change(ticket, typed);
    expect([answer.status, answer.body.message]).toEqual([422, message]);
    expect(Object.keys(answer.body.errors)).toEqual(fields);
    expect((await rowOf(ticket))!.generation).toBe(1);
  });

  test('are refused without a change, and when a ticket is reassigned to its holder', async () => {
    const ticket = await buyTicket();
    for (const body of [{}, { reassign: true }, { full_name: ' Mila Okonkwo ' }]) {
      const answer = await change(ticket, body);
      expect([answer.status, answer.body]).toEqual([422, { message: 'Please change the ticket details.' }]);
    }
  });

  test('may include a note of 2,000 characters and no more', async () => {
    const ticket = await buyTicket();
    expect((await change(ticket, { age: '35-49', note: 'n'.repeat(2_001) })).status).toBe(422);
    expect((await change(ticket, { age: '35-49', note: 'n'.repeat(2_000) })).status).toBe(200);
    const row = await app.db.row(
      'select kind, length(note) as length, before, after, actor from ticket_changes order by id desc limit 1',
    );
    expect(row).toMatchObject({
      kind: 'holder',
      length: 2_000,
      before: { age: '25-34' },
      after: { age: '35-49' },
      actor: expect.stringMatching(/^customer:\d+$/),
    });
  });
});

describe('a new holder', () => {
  test('with another name gets a new code, and the change is counted and mailed', async () => {
    const ticket = await buyTicket();
    const oldQr = await qrOf(ticket.code);
    expect(await verdict(oldQr)).toBe('valid');
    const mails = (await app.mails()).length;
    const answer = await change(ticket, { full_name: 'Noor Bakker' });
    expect(answer.status).toBe(200);
    const now = await ticketOf(ticket);
    expect(answer.body.code).toBe(now.code);
    expect(now).toMatchObject({ full_name: 'Noor Bakker', name_changes_left: 2, recently_edited: false });
    expect(now.code).not.toBe(ticket.code);
    expect((await download(holder.email, ticket.code)).status).toBe(404);
    expect((await download(holder.email, now.code)).status).toBe(200);
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(now.code))).toBe('valid');
    expect(await mailsSince(mails)).toEqual([['ticket-changed', 'mila@example.org']]);
  });

  test('with another email is mailed the document, without counting a name change', async () => {
    const ticket = await buyTicket();
    const mails = (await app.mails()).length;
    expect((await change(ticket, { email: 'noor@example.org' })).status).toBe(200);
    const now = await ticketOf(ticket);
    expect(now).toMatchObject({ email: 'noor@example.org', name_changes_left: 3, reassigned: false });
    expect(now.code).not.toBe(ticket.code);
    expect(await mailsSince(mails)).toEqual([
      ['ticket-handed-on', 'mila@example.org'],
      ['ticket-changed', 'noor@example.org'],
    ]);
    const sent = (await app.mails()).slice(mails);
    expect(sent[0]!.body_text).not.toMatch(/noor@/i);
    expect(sent[0]!.body_text).not.toContain(now.code);
    const attached = await app.db.rows('select attachments from mails order by id desc limit 2');
    expect(attached).toEqual([{ attachments: [{ kind: 'ticket', code: now.code }] }, { attachments: [] }]);
    expect((await download(holder.email, ticket.code)).status).toBe(404);
    expect((await download(holder.email, now.code)).status).toBe(404);
  });

  test.each([
    ['the age', { age: '35-49' }],
    ['how the same name is written', { full_name: 'MILA  Ókonkwo' }],
  ])('that changes only %s keeps the code and counts nothing', async (_what, typed) => {
    const ticket = await buyTicket();
    expect((await change(ticket, typed)).status).toBe(200);
    expect(await rowOf(ticket)).toMatchObject({ code: ticket.code, generation: 1, name_changes: 0 });
  });

  test('under an earlier code is refused as outdated, and to a stranger as unknown', async () => {
    const ticket = await buyTicket();
    await change(ticket, { full_name: 'Noor Bakker' });
    expect((await change(ticket, { full_name: 'Ada Lovelace' })).status).toBe(409);
    expect((await change(ticket, { full_name: 'Ada Lovelace' }, ada)).status).toBe(404);
  });
});

describe('limits and deadlines', () => {
  test('once the name changes are used up, another name is refused, but not an email or age', async () => {
    const ticket = await buyTicket('under-16-pass', { age: '12-15' });
    expect((await change(ticket, { age: '12-15', full_name: 'Noor Bakker' })).status).toBe(200);
    const next = { order: ticket.order, code: (await ticketOf(ticket)).code };
    const held = { age: '12-15', full_name: 'Noor Bakker' };
    expect(await ticketOf(ticket)).toMatchObject({ name_changes_left: 0, allow_name_changes: false });
    const refused = await change(next, { ...held, full_name: 'Ada Lovelace' });
    expect([refused.status, refused.body.message]).toEqual([409, 'The name on this ticket can no longer be changed.']);
    // The item does not allow a change of the email.
    expect((await change(next, { ...held, email: 'noor@example.org' })).status).toBe(409);
    expect((await change(next, { ...held, age: '0-11' })).status).toBe(200);
    // A client may leave out fixed fields.
    expect((await change(next, { full_name: undefined, email: undefined, age: '12-15' })).status).toBe(200);
  });

  test('a change is accepted a millisecond before the deadline for names and refused at it', async () => {
    const [early, late] = [await buyTicket(), await buyTicket()];
    const until = new Date(app.clock.now().getTime() + 5 * MINUTE);
    for (const { order } of [early, late]) {
      await app.db.run(
        `update order_lines set frozen = jsonb_set(frozen, '{allowNameChangesUntil}', to_jsonb($2::text))
         where order_id = (select id from orders where code = $1)`,
        [order, until.toISOString()],
      );
    }
    await app.travel(5 * MINUTE - 1);
    expect((await change(early, { full_name: 'Noor Bakker' })).status).toBe(200);
    await app.travel(1);
    expect((await change(late, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await change(late, { email: 'noor@example.org' })).status).toBe(200);
  });

  test('of eight tabs that use the last name change at once, one succeeds', async () => {
    const ticket = await buyTicket('under-16-pass', { age: '12-15' });
    const names = ['Noor', 'Ada', 'Eva', 'Ivo', 'Kim', 'Lou', 'Max', 'Pia'].map((name) => `${name} Bakker`);
    const answers = await Promise.all(names.map((full_name) => change(ticket, { age: '12-15', full_name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await rowOf(ticket)).toMatchObject({ name_changes: 1, generation: 2 });
  });

  test.each([
    ['pending', `pending = true`],
    ['in a refund', `status = 'refund'`],
    ['refunded', `status = 'refunded'`],
    ['cancelled', `status = 'cancelled'`],
  ])('neither holder nor time of a ticket that is %s can change', async (_what, set) => {
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const kept = await app.db.row<{ status: string }>('select status from tickets where code = $1', [ticket.code]);
    await app.db.run(`update tickets set ${set} where code = $1`, [ticket.code]);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    expect((await move(ticket, await departure('09:30'))).status).toBe(409);
    await app.db.run('update tickets set pending = false, status = $2 where code = $1', [ticket.code, kept!.status]);
  });

  test('nothing can be changed in an order that has a problem', async () => {
    const ticket = await buyTicket();
    await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [ticket.order]);
    expect((await change(ticket, { full_name: 'Noor Bakker' })).status).toBe(409);
    await app.db.run(`update orders set payment_status = 'paid' where code = $1`, [ticket.order]);
  });

  test('after sixty attempts to change a ticket within an hour, the next one must wait', async () => {
    const ticket = await buyTicket();
    for (let count = 0; count < 60; count += 1) expect((await change(ticket)).status).toBe(422);
    const answer = await change(ticket);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('permissions', () => {
  test('a stranger, a missing or forged login, or another order reveals and changes nothing', async () => {
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const other = await buyTicket();
    const to = await departure('09:30');
    const before = await rowOf(ticket);
    for (const [token, status] of [
      [ada, 404],
      [null, 401],
      ['forged', 401],
    ] as const) {
      expect((await change(ticket, { full_name: 'Noor Bakker' }, token)).status).toBe(status);
      expect((await move(ticket, to, token)).status).toBe(status);
    }
    const unknown = await change({ ...ticket, code: 'NOSUCHCODE2345678' }, { full_name: 'Noor Bakker' });
    const strange = await change(ticket, { full_name: 'Noor Bakker' }, ada);
    expect(strange.body).toEqual(unknown.body);
    expect((await change({ ...ticket, order: other.order }, { full_name: 'Noor Bakker' })).status).toBe(404);
    expect(await rowOf(ticket)).toEqual(before);
  });
});

test('no download that begins after a change of the holder returns the old document', async () => {
  const ticket = await buyTicket();
  let isChanged = false;
  const before: number[] = [];
  const after: number[] = [];
  const downloadRepeatedly = async () => {
    for (let count = 0; count < 13 && after.length < 4; count += 1) {
      const statuses = isChanged ? after : before;
      statuses.push((await download(holder.email, ticket.code)).status);
    }
  };
  const changed = download(holder.email, ticket.code)
    .then(({ status }) => before.push(status))
    .then(() => change(ticket, { full_name: 'Noor Bakker' }))
    .then(() => {
      isChanged = true;
    });
  await Promise.all([changed, downloadRepeatedly(), downloadRepeatedly()]);
  expect(before).toContain(200);
  expect(after.length).toBeGreaterThan(0);
  expect(new Set(after)).toEqual(new Set([404]));
});

test('revoked tickets are listed only during their refund; an unchanged list is not sent again', async () => {
  const ticket = await buyTicket();
  const qr = await qrOf(ticket.code);
  await app.db.run(`update tickets set status = 'refund' where code = $1`, [ticket.code]);
  expect(await verdict(qr)).toBe('revoked');
  await app.db.run(`update tickets set status = 'active' where code = $1`, [ticket.code]);
  expect(await verdict(qr)).toBe('valid');
  const first = await app.fetch('/tickets/revoked.json');
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const etag = first.headers.get('etag')!;
  // A cache on the way may send several tags, and may have rewritten ours.
  for (const known of [etag, `"another", ${etag.replace('W/', '')}`]) {
    const again = await app.fetch('/tickets/revoked.json', { headers: { 'if-none-match': known } });
    expect(again.status).toBe(304);
  }
});
