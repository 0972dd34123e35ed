import { describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { endOrder, lockOrder, moveOrder, orderByCode } from '#features/orders/server/public.ts';
import { finishRefund, type RefundParts, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { pressAt, purchase } from './support/purchase.ts';
import {
  app,
  DAY,
  finish,
  givenRefundShop,
  goodsCodes,
  hold,
  mailsAbout,
  mila,
  move,
  now,
  parts,
  refundNow,
  refundsOf,
  request,
  requestRefundOf,
  soldOf,
  start,
  ticketCodes,
} from './support/refund-shop.ts';
import { givenShopApp } from './support/shop-app.ts';

givenRefundShop();

describe('cancelling a refund request', () => {
  test('restores the items, erases the bank details, and answers a repeated call like the first', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, body } = await app.call('cancel-refund', { token: mila, refund_id: id });
      expect(status).toBe(200);
      expect(body.data.refunds[0]).toMatchObject({ id, status: 'cancelled', bank_account_end: null });
    }
    const after = await now(order);
    expect(after.tickets[0]).toMatchObject({ code: order.tickets[0]!.code, status: 'active', allow_download: true });
    expect(after).toMatchObject({ has_refunds: false, can_refund: true });
    const row = await app.db.row('select bank_sealed, note from refunds where code = $1', [id]);
    expect(row).toEqual({ bank_sealed: null, note: '' });
    expect(await mailsAbout(id)).toEqual(['refund-requested', 'refund-cancelled']);
    const { body_text: words } = (await app.mails()).find(({ subject }) => subject.includes(`${id} was cancelled`))!;
    expect(words).toMatch(/Requested:? +€184\.00/);
    expect(words).toMatch(/No refund due:? +€0\.00/);
    expect(words).not.toMatch(/Refund:? +€184\.00/);
    expect(await requestRefundOf(order, { tickets: ticketCodes(order) })).toBe(`${order.code}-R2`);
  });

  test('is refused once the operator has started the refund', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    await start(id);
    const late = await app.call('cancel-refund', { token: mila, refund_id: id });
    expect([late.status, late.body.message]).toEqual([
      409,
      'We have started processing this refund, so it can no longer be cancelled.',
    ]);
  });
});

describe('the operator', () => {
  test('starts, holds and finishes a refund with all its effects, and each step is audited', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const sold = await soldOf('sandlark-pass');
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    expect(await finish(id)).toEqual({ ok: false, error: { kind: 'wrong_status', status: 'active' } });
    expect((await start(id)).ok).toBe(true);
    expect((await refundNow(id))!.tickets[0]).toMatchObject({ status: 'refunding' });
    const revoked = await app.db.row('select code from revoked_tickets where code = $1', [order.tickets[0]!.code]);
    expect(revoked).toBeDefined();
    expect((await hold(id)).ok).toBe(true);
    expect(await refundNow(id)).toMatchObject({ status: 'problem', tickets: [{ status: 'refund-problem' }] });
    expect((await start(id)).ok).toBe(true);
    expect(await soldOf('sandlark-pass')).toBe(sold);
    expect((await finish(id)).ok).toBe(true);
    expect(await finish(id)).toEqual({ ok: false, error: { kind: 'wrong_status', status: 'processed' } });
    expect(await soldOf('sandlark-pass')).toBe(sold - 1);
    expect(await refundNow(id)).toMatchObject({
      status: 'processed',
      completed_at: app.clock.now().toISOString(),
      tickets: [{ status: 'refunded' }],
    });
    expect(await now(order)).toMatchObject({ total_refunded: 18_400, fully_refunded: true, payment_status: 'paid' });
    expect(await mailsAbout(id)).toEqual(['refund-requested', 'refund-processed']);
    const audited = await app.db.rows('select actor, action from audit_log where subject = $1 order by id', [id]);
    expect(audited).toEqual(
      ['processing', 'problem', 'processing', 'processed'].map((to) => ({
        actor: 'tester',
        action: `refund.${to}`,
      })),
    );
    const balance = await app.db.rows(
      `select e.account, sum(e.amount)::bigint as amount
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
       join orders o on o.id = t.order_id where o.code = $1 group by e.account order by e.account`,
      [order.code],
    );
    // The shop keeps the booking fee of 9.50 and the refund fee of 5.00, net and tax.
    const kept = balance.filter(({ account }) => /^(sales|fees|tax)/.test(account as string));
    expect(kept.reduce((sum, { amount }) => sum + (amount as number), 0)).toBe(-1_450);
    expect(balance.find(({ account }) => account === 'bank')).toEqual({ account: 'bank', amount: -18_400 });
    expect(balance.find(({ account }) => account === 'customer')?.amount).toBe(0);
  });

  test('keeps refunded units off sale if the shop is configured so', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    await start(id);
    const sold = await soldOf('sandlark-pass');
    const keeping: RefundParts = {
      ...parts,
      loadShop: async (tx) => {
        const shop = await loadShop(tx);
        return { ...shop, private: { ...shop.private, restockRefunds: false } };
      },
    };
    expect((await finishRefund(keeping, move(id), app.clock.now())).ok).toBe(true);
    expect(await soldOf('sandlark-pass')).toBe(sold);
  });

  test('cannot refund an order that has a problem', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
    await app.db.run(`update orders set payment_status = 'problem' where code = $1`, [order.code]);
    expect(await start(id)).toEqual({ ok: false, error: { kind: 'order_not_settled', paymentStatus: 'problem' } });
    expect(await refundNow(id)).toMatchObject({ status: 'active' });
    await app.db.run(`update orders set payment_status = 'paid' where code = $1`, [order.code]);
    expect((await startRefund(parts, move('SLK-NOBODY-R1'), app.clock.now())).ok).toBe(false);
  });
});

describe('after an order with a refund is cancelled', () => {
  /** Makes a paid order of two items and a refund of the first one, and then cancels the order. */
  async function makeCancelledOrder(refund: 'requested' | 'accepted') {
    const order = await purchase(app, mila, ['sandlark-pass', 'coach-brussels']);
    const id = await requestRefundOf(order, { tickets: [ticketCodes(order)[0]!] });
    if (refund === 'accepted') await start(id);
    await app.db.transaction(async (tx) => {
      const row = (await lockOrder(tx, (await orderByCode(tx, order.code))!.id))!;
      await moveOrder(tx, row, 'problem');
      await endOrder(tx, row, 'cancelled', app.clock.now());
    });
    return { order, id };
  }

  test('a requested refund can still be paid, and everything adds up', async () => {
    const { order, id } = await makeCancelledOrder('requested');
    expect((await start(id)).ok).toBe(true);
    expect((await finish(id)).ok).toBe(true);
    expect((await now(order)).tickets.map((ticket) => ticket.status)).toEqual(['refunded', 'cancelled']);
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });

  test('cancelling a requested refund revives nothing', async () => {
    const { order, id } = await makeCancelledOrder('requested');
    expect((await app.call('cancel-refund', { token: mila, refund_id: id })).status).toBe(200);
    expect((await now(order)).tickets.map((ticket) => ticket.status)).toEqual(['cancelled', 'cancelled']);
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });

  test('an accepted refund continues, and nothing of the sale is reversed twice', async () => {
    const { id } = await makeCancelledOrder('accepted');
    expect((await finish(id)).ok).toBe(true);
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  });
});

describe('bank details', () => {
  test('are encrypted, in no mail or answer, and erased 90 days after the refund is done', async () => {
    const own = await givenShopApp();
    try {
      const token = await own.login();
      const order = await purchase(own, token, ['sandlark-pass']);
      const { body } = await own.call('request-refund', {
        token,
        order_id: order.id,
        tickets: ticketCodes(order).join(','),
        ...bankOnWire,
        note: 'my account is NL91ABNA0417164300',
      });
      const rows = await own.db.rows('select bank_sealed::text as sealed, html, body_text from refunds, mails');
      expect(JSON.stringify([rows, body])).not.toMatch(/0417\s?1643/);
      const move = { code: body.refund_id, actor: commandLine('tester') };
      const ownParts = { ...parts, db: own.db };
      await startRefund(ownParts, move, own.clock.now());
      await finishRefund(ownParts, move, own.clock.now());
      await own.travel(90 * DAY - 1);
      const kept = async () =>
        own.db.row('select bank_sealed is not null as sealed, note <> $1 as noted from refunds', ['']);
      expect(await kept()).toEqual({ sealed: true, noted: true });
      await own.travel(1);
      expect(await kept()).toEqual({ sealed: false, noted: false });
      const again = await own.login();
      const { body: later } = await own.call('get-data', { token: again });
      expect(later.data.refunds[0]).toMatchObject({ status: 'processed', bank_account_end: null });
    } finally {
      await own.close();
    }
  });
});

describe('races', () => {
  test('of 20 concurrent requests for one ticket, one wins and the others are refused', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request(order, { tickets: ticketCodes(order) })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await refundsOf()).filter((refund) => refund.order.code === order.code)).toHaveLength(1);
  });

  test('20 requests for overlapping merchandise refund no piece and no shipping twice', async () => {
    const order = await purchase(app, mila, ['lark-tee-s', 'lark-tee-m', 'lark-tee-s']);
    const goods = goodsCodes(order);
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        request(order, { merchandise: goods.filter((_code, index) => ((turn % 7) + 1) & (1 << index)) }),
      ),
    );
    const refunds = (await refundsOf()).filter((refund) => refund.order.code === order.code);
    expect(refunds.reduce((sum, refund) => sum + refund.merchandisePurchases.length, 0)).toBeLessThanOrEqual(3);
    expect(refunds.reduce((sum, refund) => sum + refund.total, 0)).toBeLessThanOrEqual(order.total_paid);
  });

  test('when a customer cancels and an operator starts at once, one of them wins', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const order = await purchase(app, mila, ['coach-brussels']);
      const id = await requestRefundOf(order, { tickets: ticketCodes(order) });
      const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const [cancel, started] = await Promise.all([
        app.call('cancel-refund', { token: mila, refund_id: id }),
        pause(turn * 3).then(() => start(id)),
      ]);
      expect(cancel.status === 200).toBe(!started.ok);
      expect((await refundNow(id))?.status).toBe(started.ok ? 'processing' : 'cancelled');
    }
  });

  test('no download succeeds after a refund request was answered', async () => {
    const order = await purchase(app, mila, ['sandlark-pass']);
    const [ticket] = order.tickets;
    const path = `/download-ticket/${encodeURIComponent(ticket!.email)}/${ticket!.code}`;
    let answered = false;
    const requested = request(order, { tickets: [ticket!.code] }).then(() => {
      answered = true;
    });
    const seen: { afterAnswer: boolean; status: number }[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const afterAnswer = answered;
      seen.push({ afterAnswer, status: (await app.fetch(path)).status });
    }
    await requested;
    expect(seen.filter((one) => one.afterAnswer && one.status !== 404)).toEqual([]);
    expect((await app.fetch(path)).status).toBe(404);
  });

  test('of an instalment and a refund request that start at once, exactly one is accepted', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const order = await purchase(app, mila, ['sandlark-pass-plan']);
      const next = order.payments.find((payment) => payment.payment_status === 'pending')!;
      const instalment = { order: order.code, checksum: order.checksum, reference: next.reference };
      const [started, requested] = await Promise.all([
        app.call('pay-payment-plan-order-payment', instalment),
        request(order, {}),
      ]);
      expect([started.status, requested.status].toSorted()).toEqual([200, 409]);
      // The attempt is cancelled only now, because a cancelled one would not prevent a refund.
      if (started.status === 200) await pressAt(app, started.body.payment.url, 'cancelled');
    }
  });
});
