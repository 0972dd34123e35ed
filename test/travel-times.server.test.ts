import { describe, expect, test } from 'vitest';
import { endOrder, lockOrder, moveOrder, paymentsOf } from '#features/orders/server/public.ts';
import { reviveOrder } from '#features/orders/server/revive-order.ts';
import { issueItems } from '#features/tickets/server/public.ts';
import {
  app,
  type Bought,
  buyTicket,
  change,
  DAY,
  departure,
  download,
  givenTicketShop,
  holder,
  MINUTE,
  mailsSince,
  move,
  qrOf,
  RECENTLY_EDITED,
  rowOf,
  ticketOf,
  verdict,
} from './support/ticket-shop.ts';

givenTicketShop();

const remaining = async (id: string): Promise<number | null> => {
  const { body } = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  return body.item.travel_times.find((time: { id: string }) => time.id === id).remaining;
};

test('mails about an order name the meeting point of its coach, also when sent again', async () => {
  const { order } = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
  await app.call('email-tickets', { email: 'mila@example.org' });
  await app.settle();
  const mails = (await app.mails()).filter(({ subject, kind }) => subject.includes(order) || kind === 'tickets-again');
  expect(mails.map(({ kind }) => kind).sort()).toEqual(['payment-received', 'tickets-again']);
  for (const { body_text: text } of mails) expect(text).toMatch(/Friday 23 July 2027, 10:00\s+Amsterdam Sloterdijk/);
});

describe('the travel time', () => {
  test('changes seat and document, mails the holder, and locks the ticket for 15 minutes', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: friday });
    const oldQr = await qrOf(ticket.code);
    const [seats, mails] = [await remaining(morning), (await app.mails()).length];
    const answer = await move(ticket, morning);
    expect(answer.status).toBe(200);
    const moved = answer.body.data.orders.find((one: { code: string }) => one.code === ticket.order).tickets[0];
    const until = new Date(app.clock.now().getTime() + 15 * MINUTE).toISOString();
    expect(moved).toMatchObject({
      code: ticket.code,
      transport_time_id: morning,
      recently_edited: true,
      edited_until: until,
    });
    expect(await remaining(morning)).toBe(seats! - 1);
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(ticket.code))).toBe('valid');
    expect(await mailsSince(mails)).toEqual([['travel-time-changed', 'mila@example.org']]);
    expect((await app.mails()).at(-1)!.body_text).toMatch(
      /Previous travel time[\s\S]*New travel time[\s\S]*Meeting point[\s\S]*Sloterdijk/,
    );
    expect((await download(holder.email, ticket.code)).status).toBe(200);

    for (const locked of [await move(ticket, friday), await change(ticket, { full_name: 'Noor Bakker' })]) {
      expect([locked.status, locked.body.message]).toEqual([409, RECENTLY_EDITED]);
    }
    // Repeating the change finds nothing to do.
    expect((await move(ticket, morning)).status).toBe(200);
    await app.travel(15 * MINUTE - 1);
    expect((await move(ticket, friday)).status).toBe(409);
    await app.travel(1);
    expect((await move(ticket, friday)).status).toBe(200);
    expect(await remaining(morning)).toBe(seats);
    expect((await rowOf(ticket))!.generation).toBe(3);
  });

  test('that was changed 256 times leaves only the newest document valid', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: friday });
    const printed = [await qrOf(ticket.code)];
    const moveOn = async (to: string) => {
      expect((await move({ code: (await rowOf(ticket))!.code }, to)).status).toBe(200);
      printed.push(await qrOf((await rowOf(ticket))!.code));
      await app.travel(15 * MINUTE);
    };
    await moveOn(morning);
    // This is the state after 253 more moves.
    await app.db.run('update tickets set generation = 255 where id = $1', [(await rowOf(ticket))!.id]);
    await moveOn(friday);
    await moveOn(morning);
    expect((await rowOf(ticket))!.generation).toBe(257);
    expect(await verdict(printed.at(-1)!)).toBe('valid');
    for (const old of [printed[0]!, printed[2]!]) expect(await verdict(old)).toBe('revoked');
  });

  test('is refused at its field if it is missing, unknown or another item’s, and nothing moves', async () => {
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const before = await rowOf(ticket);
    const other = await app.db.row<{ id: number }>(
      `insert into departures (item_id, code, departs_at)
       select id, 'of-another-item', $1 from shop_items where external_code = 'coach-brussels' returning id`,
      [new Date(app.clock.now().getTime() + DAY)],
    );
    for (const wrong of [null, '', 'x', '0', '999999', String(other!.id)]) {
      const answer = await move(ticket, wrong);
      expect([wrong, answer.status, answer.body.errors]).toEqual([
        wrong,
        422,
        { transport_time_id: ['Please select the travel time.'] },
      ]);
    }
    expect(await rowOf(ticket)).toEqual(before);

    expect((await move(ticket, await departure('09:30'))).status).toBe(200);
    const locked = await move(ticket, '999999');
    expect([locked.status, locked.body.errors]).toEqual([
      422,
      { transport_time_id: ['Please select the travel time.'] },
    ]);
  });

  test('that is sold out, withdrawn or has left is refused as no longer available', async () => {
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
    const before = await rowOf(ticket);
    const soldOut = await move(ticket, await departure('16:30'));
    expect([soldOut.status, soldOut.body.message]).toEqual([
      409,
      'Sorry, this travel time is sold out. Please choose another one.',
    ]);
    const added = await app.db.rows<{ id: number }>(
      `insert into departures (item_id, code, departs_at, is_active)
       select item.id, given.code, given.departs_at, given.is_active
       from shop_items item,
         (values ('withdrawn', $1::timestamptz, false), ('has-left', $2, true)) given (code, departs_at, is_active)
       where item.external_code = 'coach-amsterdam'
       returning id`,
      [new Date(app.clock.now().getTime() + DAY), app.clock.now()],
    );
    for (const { id } of added) {
      const gone = await move(ticket, String(id));
      expect([gone.status, gone.body.message]).toEqual([
        409,
        'This travel time is no longer available. Please choose another one.',
      ]);
    }
    expect(await rowOf(ticket)).toEqual(before);
  });

  test('cannot be chosen for a ticket without selectable times', async () => {
    expect((await move(await buyTicket(), await departure('Friday'))).status).toBe(422);
  });

  test('is accepted a millisecond before the item’s deadline and refused at it', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const [early, late] = [
      await buyTicket('coach-amsterdam', { transport_time_id: friday }),
      await buyTicket('coach-amsterdam', { transport_time_id: friday, full_name: 'Other' }),
    ];
    const until = new Date(app.clock.now().getTime() + 5 * MINUTE);
    for (const { order } of [early, late]) {
      await app.db.run(
        `update order_lines set frozen = jsonb_set(frozen, '{allowTravelTimeChangesUntil}', to_jsonb($2::text))
         where order_id = (select id from orders where code = $1)`,
        [order, until.toISOString()],
      );
    }
    await app.travel(5 * MINUTE - 1);
    expect((await move(early, morning)).status).toBe(200);
    await app.travel(1);
    const refused = await move(late, morning);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The travel time of this ticket can no longer be changed.',
    ]);
  });

  test('with one seat left goes to one of eight tickets, and no seat is lost', async () => {
    const [friday, noon] = [await departure('Friday'), await departure('13:00')];
    const tickets: Bought[] = [];
    for (let index = 0; index < 8; index += 1)
      tickets.push(await buyTicket('coach-amsterdam', { transport_time_id: friday }));
    const left = (await remaining(noon))!;
    expect(left).toBeGreaterThan(0);
    await app.db.run(
      'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = $1',
      [Number(noon)],
    );
    const answers = await Promise.all(tickets.map((ticket) => move(ticket, noon)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await remaining(noon)).toBe(0);
  });

  test('that twelve tickets swap at once over two free seats loses and adds no seat', async () => {
    const [noon, afternoon] = [await departure('13:00'), await departure('16:30')];
    const both = [Number(noon), Number(afternoon)];
    await app.db.run(
      'update departures set capacity = sold + held + 6, capacity_wanted = sold + held + 6 where id = any($1)',
      [both],
    );
    const tickets = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => ({
        ...(await buyTicket('coach-amsterdam', {
          transport_time_id: index % 2 ? noon : afternoon,
          full_name: `Holder ${String.fromCharCode(65 + index)}`,
        })),
        to: index % 2 ? afternoon : noon,
      })),
    );
    const seats = () =>
      app.db.row<{ sold: number; sitting: number }>(
        `select (select sum(sold) from departures where id = any($1)) as sold,
           (select count(*) from tickets where departure_id = any($1) and status = 'active') as sitting`,
        [both],
      );
    await app.db.run(
      'update departures set capacity = sold + held + 1, capacity_wanted = sold + held + 1 where id = any($1)',
      [both],
    );
    const before = await seats();
    const answers = await Promise.all(tickets.map((ticket) => move(ticket, ticket.to)));
    const moved = answers.filter(({ status }) => status === 200).length;
    expect(moved).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await seats()).toEqual(before);
  });

  test('stays changed when the order ends and late money revives it', async () => {
    const [friday, morning] = [await departure('Friday'), await departure('09:30')];
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: friday });
    await move(ticket, morning);
    const oldQr = await qrOf(ticket.code);
    const seats = await remaining(morning);
    const parts = { db: app.db };
    await parts.db.transaction(async (tx) => {
      const id = (await rowOf(ticket))!.id;
      const row = await tx.row<{ order_id: number }>('select order_id from tickets where id = $1', [id]);
      const order = (await lockOrder(tx, row!.order_id))!;
      await moveOrder(tx, order, 'problem');
      await endOrder(tx, order, 'cancelled', app.clock.now());
    });
    expect(await remaining(morning)).toBe(seats! + 1);
    expect(await verdict(oldQr)).toBe('revoked');
    await parts.db.transaction(async (tx) => {
      const row = await tx.row<{ order_id: number }>('select order_id from tickets where code = $1', [ticket.code]);
      const order = (await lockOrder(tx, row!.order_id))!;
      expect(await reviveOrder(tx, order, await paymentsOf(tx, [order.id]), app.clock.now())).toBe(true);
      await moveOrder(tx, order, 'paid');
      await issueItems(tx, order.id, { pending: false }, app.clock.now());
    });
    expect(await remaining(morning)).toBe(seats);
    const back = await ticketOf(ticket);
    expect(back).toMatchObject({ transport_time_id: morning, status: 'active' });
    expect(await verdict(oldQr)).toBe('revoked');
    expect(await verdict(await qrOf(back.code))).toBe('valid');
  });

  test('that is changed twice at once ends up as one of the two', async () => {
    const ticket = await buyTicket('coach-amsterdam', { transport_time_id: await departure('Friday') });
    await app.db.run(
      'update departures set capacity = sold + held + 2, capacity_wanted = sold + held + 2 where id = any($1)',
      [[Number(await departure('13:00')), Number(await departure('16:30'))]],
    );
    const answers = await Promise.all(
      [await departure('13:00'), await departure('16:30')].map((to) => move(ticket, to)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
