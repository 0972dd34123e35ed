import { describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { refund as refundShape } from '#features/refunds/contract.ts';
import { openDetails, refundByCode } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { orderNow, payNext, pressAt, purchase } from './support/purchase.ts';
import {
  ada,
  app,
  finish,
  givenRefundShop,
  goodsCodes,
  mailsAbout,
  mila,
  now,
  parts,
  refundNow,
  refundsOf,
  request,
  requestRefundOf,
  start,
  ticketCodes,
} from './support/refund-shop.ts';
import { givenShopApp } from './support/shop-app.ts';

givenRefundShop();

describe('a request', () => {
  test('freezes the sums of its tickets, which cannot be used, and informs the customer', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'coach-brussels']);
    expect(order).toMatchObject({ can_refund: true, has_refunds: false });
    const [pass] = order.tickets;
    const { status, body } = await request(order, { tickets: [pass!.code, pass!.code] });
    expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
    expect(body.refund_id).toBe(`${order.code}-R1`);

    const refund: Refund = body.data.refunds[0];
    expect(refundShape.strict().parse(refund)).toEqual(refund);
    expect(refund).toMatchObject({
      id: body.refund_id,
      status: 'active',
      completed_at: null,
      total: 18_900 - 500,
      shipping_refund: 0,
      bank_account_end: '•••• 4300',
      order: { id: order.id, code: order.code },
      tickets: [{ code: pass!.code, refund_fee: 500, refund_total: 18_400, status: 'refund' }],
      merchandisePurchases: [],
    });
    const after: Order = body.data.orders.find((one: Order) => one.code === order.code);
    expect(after).toMatchObject({
      has_refunds: true,
      has_active_refunds: true,
      fully_refunded: false,
      can_refund: true,
    });
    expect(after.tickets[0]).toMatchObject({
      status: 'refund',
      allow_download: false,
      allow_name_changes: false,
      is_refundable: false,
    });
    const path = `/download-ticket/${encodeURIComponent(pass!.email)}/${pass!.code}`;
    expect((await app.fetch(path)).status).toBe(404);
    const change = { token: mila, order_id: order.id, code: pass!.code, reassign: false, note: '' };
    const changed = await app.call('change-ticket', {
      ...change,
      full_name: 'Ada Byron',
      email: 'a@b.nl',
      age: '25-34',
    });
    expect(changed.status).toBeGreaterThanOrEqual(400);
    await app.settle();
    expect(await mailsAbout(refund.id)).toEqual(['refund-requested']);
  });

  test('for all remaining merchandise includes shipping, once', async () => {
    const order = await purchase(app, mila, ['lark-tee-s', 'lark-tee-m', 'poster-a2']);
    const [first, second, third] = goodsCodes(order) as [string, string, string];
    const one = await requestRefundOf(order, { merchandise: [first] });
    expect(await refundNow(one)).toMatchObject({ total: 2_800, shipping_refund: 0 });
    expect((await now(order)).shipping_refunded).toBe(false);
    const two = await requestRefundOf(order, { merchandise: [second, third] });
    const refund = (await refundNow(two))!;
    expect(refund.shipping_refund).toBe(650);
    expect(refund.total).toBe(
      refund.merchandisePurchases.reduce((sum, item) => sum + item.refund_total + item.shipping_refund, 0),
    );
    expect(await now(order)).toMatchObject({ shipping_refunded: true, can_refund: false });

    // After the first item's refund is cancelled, a new request makes it the last one, but shipping is in another
    // refund.
    await app.call('cancel-refund', { token: mila, refund_id: one });
    const again = await requestRefundOf(order, { merchandise: [first] });
    expect(await refundNow(again)).toMatchObject({ total: 2_800, shipping_refund: 0 });
    for (const code of [two, again]) {
      expect((await start(code)).ok).toBe(true);
      expect((await finish(code)).ok).toBe(true);
    }
    const done = await now(order);
    expect(done).toMatchObject({ fully_refunded: true, has_active_refunds: false });
    expect(done.total_refunded).toBe(done.total_paid);
  });

  test('after a voucher refunds each line without its share of the discount', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'dune-camping'], 'LARK20');
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    const refund = (await refundNow(id))!;
    // 20.00 is shared over 198.50 and 40.00, the larger remainder first: 16.65 and 3.35.
    expect(refund.tickets.map((ticket) => ticket.refund_total).sort((a, b) => a - b)).toEqual([
      3_800 - 335 - 200,
      18_900 - 1_665 - 500,
    ]);
    expect(refund.total).toBe(18_900 - 1_665 - 500 + 3_800 - 335 - 200);
  });

  test('for an order that a voucher paid has nothing to refund', async () => {
    const order = await purchase(app, mila, ['sandlark-pass'], 'FULLHOUSE');
    expect(order).toMatchObject({ payment_status: 'paid', can_refund: false });
    const answer = await request(order, { tickets: ticketCodes(order) });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain('nothing to refund');
  });

  test('with the code of a ticket before its holder was changed is refused', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'sandlark-pass']);
    const [changed, given] = ticketCodes(order) as [string, string];
    const change = {
      token: mila,
      order_id: order.id,
      full_name: 'Noor Bakker',
      email: 'noor@example.org',
      age: '25-34',
    };
    expect((await app.call('change-ticket', { ...change, code: changed, reassign: false })).status).toBe(200);
    expect((await app.call('change-ticket', { ...change, code: given, reassign: true })).status).toBe(200);
    const late = await request(order, { tickets: [changed] });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('changed in the meantime')]);
    // A ticket of somebody else's and an unknown one get the same answer.
    expect((await request(order, { tickets: [given] })).status).toBe(404);
    expect((await request(order, { tickets: [changed, '7KQ2MX4PHT9WC3VBN'] })).status).toBe(404);
  });

  test('with anything that it must not contain is refused with the reason and changes nothing', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'saturday', 'lark-tee-m']);
    const [pass, saturday] = ticketCodes(order) as [string, string];
    const [tee] = goodsCodes(order) as [string];
    const stranger = (await orderNow(app, ada, (await purchase(app, ada, ['coach-brussels'])).code)).tickets[0]!.code;
    const before = await app.db.rows('select * from refunds order by id');

    const none = await request(order, {});
    expect([none.status, none.body.message, none.body.errors]).toEqual([
      422,
      'Please select at least one item.',
      { tickets: ['Please select at least one item.'] },
    ]);
    expect((await request(order, { tickets: [' , ,'] })).status).toBe(422);
    const mixed = await request(order, { tickets: [pass], merchandise: [tee] });
    expect([mixed.status, Object.keys(mixed.body.errors)]).toEqual([422, ['merchandise']]);
    const never = await request(order, { tickets: [saturday] });
    expect([never.status, never.body.message]).toEqual([409, expect.stringContaining('cannot be refunded')]);
    expect((await request(order, { tickets: [pass, saturday] })).status).toBe(409);
    expect((await request(order, { tickets: ['7KQ2MX4PHT9WC3VBN'] })).status).toBe(404);
    expect((await request(order, { tickets: [pass, stranger] })).status).toBe(404);
    expect((await request({ ...order, id: 'SLK-NOBODY' }, { tickets: [pass] })).status).toBe(404);

    const bare = await request(order, { tickets: [pass] }, { bank_owner_full_name: ' ', bank_iban: '', bank_bic: '' });
    expect([bare.status, bare.body]).toEqual([
      422,
      {
        message: 'Please fill out the following fields: IBAN, BIC/SWIFT, Account holder name.',
        errors: { bank_iban: ['Please fill out the following fields: IBAN, BIC/SWIFT, Account holder name.'] },
      },
    ]);
    const abroad = await request(order, { tickets: [pass] }, { bank_country: 'US' });
    expect(abroad.body.message).toBe('Please fill out the following fields: Bank account number.');
    expect((await request(order, { tickets: [pass] }, { bank_country: 'XX', bank_account: '1' })).status).toBe(422);
    expect(await app.db.rows('select * from refunds order by id')).toEqual(before);
    expect((await now(order)).tickets.map((ticket) => ticket.status)).toEqual(['active', 'active']);
  });

  test('accepts an account number with wrong check digits, because the customer decides', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const answer = await request(order, { tickets: ticketCodes(order) }, { bank_iban: 'nl00 abna 0417 1643 00' });
    expect(answer.status).toBe(200);
    const details = openDetails(parts.sealer, (await refundByCode(app.db, answer.body.refund_id))!);
    expect(details).toMatchObject({ iban: 'NL00ABNA0417164300', bic: 'ABNANL2A', account: '' });
  });

  test('is possible up to the last millisecond of the item’s refund period', async () => {
    const own = await givenShopApp();
    try {
      const token = await own.login();
      const ask = (order: Order) =>
        own.call('request-refund', {
          token: lateToken,
          order_id: order.id,
          tickets: order.tickets[0]!.code,
          merchandise: '',
          ...bankOnWire,
        });
      let lateToken = token;
      const [order, second] = [
        await purchase(own, token, ['sandlark-pass']),
        await purchase(own, token, ['sandlark-pass']),
      ];
      const until = Date.parse(order.tickets[0]!.allow_refund_requests_until!);
      await own.travel(until - 1 - own.clock.now().getTime());
      lateToken = await own.login();
      expect((await ask(order)).status).toBe(200);
      await own.travel(1);
      const late = await ask(second);
      expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('can no longer be requested')]);
      expect(await orderNow(own, lateToken, second.code)).toMatchObject({ can_refund: false });
    } finally {
      await own.close();
    }
  });

  test('is impossible while the operator has switched off refunds', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const switchRefunds = (to: 'on' | 'off') =>
      app.db.run(
        `update shop_state set config = jsonb_set(config, '{public,refundsActive}', $1), version = version + 1`,
        [JSON.stringify(to === 'on')],
      );
    await switchRefunds('off');
    try {
      expect((await request(order, { tickets: ticketCodes(order) })).status).toBe(409);
    } finally {
      await switchRefunds('on');
    }
  });
});

describe('a payment plan', () => {
  test('is refunded as a whole: the money paid, less fees; the rest is no longer due', async () => {
    const order = await purchase(app, mila, ['sandlark-pass-plan']);
    await payNext(app, mila, order.code);
    expect(await now(order)).toMatchObject({ total_paid: 5_450 + 4_800, can_refund: true });
    const id = await requestRefundOf(order, {});
    expect(await refundNow(id)).toMatchObject({
      total: 5_450 + 4_800 - 950 - 500,
      tickets: [{ status: 'refund', refund_total: 5_450 + 4_800 - 950 - 500 }],
    });
    const blocked = await payNext(app, mila, order.code);
    expect([blocked.status, blocked.body.message]).toEqual([
      409,
      'You have an active refund request on this order. Please cancel the refund request if you wish to continue with the payment plan.',
    ]);

    await start(id);
    expect((await now(order)).payments.map((payment) => payment.payment_status)).toEqual([
      'paid',
      'paid',
      'cancelled',
      'cancelled',
    ]);
    await finish(id);
    expect(await now(order)).toMatchObject({ fully_refunded: true, total_refunded: 8_800, can_refund: false });
    expect((await request(order, {})).status).toBe(409);
  });

  test('continues once its request was cancelled', async () => {
    const order = await purchase(app, mila, ['sandlark-pass-plan']);
    const id = await requestRefundOf(order, {});
    expect((await app.call('cancel-refund', { token: mila, refund_id: id })).status).toBe(200);
    expect((await payNext(app, mila, order.code)).status).toBe(200);
    expect(await now(order)).toMatchObject({ total_paid: 10_250, has_refunds: false });
  });

  test('with an open payment page makes the request wait; later money is listed separately', async () => {
    const order = await purchase(app, mila, ['sandlark-pass-plan']);
    const { checksum, payments } = await now(order);
    const link = { order: order.code, checksum, reference: payments[1]!.reference };
    const opened = await app.call('pay-payment-plan-order-payment', link);
    const early = await request(order, {});
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('A payment for this order')]);

    await pressAt(app, opened.body.payment.url, 'declined');
    const attempt = await app.db.row<{ id: number }>(
      `select max(a.id) as id from payment_attempts a join payments p on p.id = a.payment_id where p.reference = $1`,
      [link.reference],
    );
    const id = await requestRefundOf(order, {});
    expect(attempt).toBeDefined();
    await app.db.run(`update sandbox_payments set status = 'open' where merchant_reference = $1`, [
      `${link.reference}-1`,
    ]);
    await pressAt(app, opened.body.payment.url, 'paid');
    await app.settle();
    expect(await now(order)).toMatchObject({ total_paid: 5_450, payment_status: 'partial' });
    const receipt = await app.db.row(
      `select attention from receipts r join payments p on p.id = r.payment_id where p.reference = $1`,
      [link.reference],
    );
    expect(receipt).toEqual({ attention: 'late' });
    await start(id);
    await finish(id);
  });
});

describe('nobody else', () => {
  test('can see, request or cancel a refund of an order, or learn that it exists', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'coach-brussels']);
    const [pass, coach] = ticketCodes(order) as [string, string];
    const id = await requestRefundOf(order, { tickets: [pass] });
    for (const [token, status] of [
      [ada, 404],
      [null, 401],
      ['forged', 401],
    ] as const) {
      const refused = await request(order, { tickets: [coach] }, {}, token);
      expect(refused.status).toBe(status);
      const unknown = await request({ ...order, id: 'SLK-AAAAAA' }, { tickets: [coach] }, {}, token);
      expect(refused.body).toEqual(unknown.body);
      const cancelled = await app.call('cancel-refund', { token, refund_id: id });
      expect(cancelled.status).toBe(status);
      expect(cancelled.body).toEqual((await app.call('cancel-refund', { token, refund_id: 'SLK-AAAAAA-R1' })).body);
    }
    expect((await refundsOf(ada)).some((refund) => refund.id === id)).toBe(false);
    expect(await refundNow(id)).toMatchObject({ status: 'active' });
  });
});
