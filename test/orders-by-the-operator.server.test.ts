import { describe, expect, test } from 'vitest';
import { ordersThatOweMoney, resetAttempts } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { openReceipts } from '#features/payments/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { payNext, order as placeCardOrder, pressAt } from './support/purchase.ts';
import {
  address,
  app,
  assign,
  auditOf,
  cancel,
  givenTransferShop,
  mila,
  now,
  placeByTransfer,
  settle,
  settleAs,
  soldOf,
  transfer,
} from './support/transfer-shop.ts';

givenTransferShop();

describe('cancelling an order as the operator', () => {
  test('that waits for a transfer frees its stock, mails the reason, and late money revives it', async () => {
    const order = await placeByTransfer();
    const sold = await soldOf('saturday');
    expect(await cancel(order, 'The Saturday is moved.')).toMatchObject({
      ok: true,
      value: { paymentStatus: 'cancelled' },
    });
    expect(await soldOf('saturday')).toBe(sold - 1);
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail).toMatchObject({ kind: 'order-cancelled' });
    expect(mail.body_text).toContain('The Saturday is moved.');
    expect(mail.body_text).toContain('You have not been charged.');
    expect(await auditOf(order.code)).toEqual(['tester: order.cancelled']);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'wrong_status', status: 'cancelled' } });
    await transfer(order.code, 7_600);
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('on a plan that has begun leaves what was paid as owed, and listed', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    expect(await cancel(order)).toMatchObject({ ok: true });
    const after = await now(order);
    expect(after).toMatchObject({ payment_status: 'cancelled', total_paid: 5_450 });
    expect(after.tickets).toMatchObject([{ status: 'cancelled' }]);
    expect(await ordersThatOweMoney(app.db, 1_000)).toContainEqual(
      expect.objectContaining({ code: order.code, owed: 5_450, customer_email: 'mila@example.org' }),
    );
    const mail = (await app.mails()).findLast((one) => one.subject.includes(order.code))!;
    expect(mail.body_text).toContain('€54.50');
  });

  test('closes its open card payment at the gateway, and is refused if that was paid meanwhile', async () => {
    const open = await placeCardOrder(app, mila, ['saturday']);
    expect(await cancel(open.order)).toMatchObject({ ok: true });
    const page = await app.fetch(new URL(open.url!).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome: 'paid' }),
    });
    expect(page.status).toBeLessThan(500);
    expect(await now(open.order)).toMatchObject({ payment_status: 'cancelled' });

    const lost = await placeCardOrder(app, mila, ['saturday']);
    await pressAt(app, lost.url!, 'lost').catch(() => {});
    expect(await cancel(lost.order)).toMatchObject({ ok: false, error: { kind: 'wrong_status', status: 'paid' } });
    expect(await now(lost.order)).toMatchObject({ payment_status: 'paid' });
  });

  test('is refused for a paid or unknown order', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_600);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'wrong_status', status: 'paid' } });
    expect(await cancel({ ...order, code: 'SLK-NOBODY' })).toMatchObject({
      ok: false,
      error: { kind: 'unknown_order' },
    });
  });

  test('is refused while a refund is open', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    const { checksum } = order;
    expect(checksum).toBeTruthy();
    const { body } = await app.call('request-refund', {
      token: mila,
      order_id: order.id,
      bank_owner_full_name: 'Mila Okonkwo',
      bank_owner_address: address,
      bank_name: 'Duinbank',
      bank_city: 'Noorderzand',
      bank_country: 'NL',
      bank_bic: 'ABNANL2A',
      bank_iban: 'NL91ABNA0417164300',
    });
    expect(body.refund_id).toBe(`${order.code}-R1`);
    expect(await cancel(order)).toMatchObject({ ok: false, error: { kind: 'has_refunds' } });
  });

  test('while money arrives leaves the order consistent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await placeByTransfer();
      const [cancelled] = await Promise.all([cancel(order), transfer(order.code, 7_600)]);
      // If the order is cancelled first, the money revives it; if it is paid first, the cancellation is refused.
      expect(cancelled.ok || cancelled.error.kind === 'wrong_status').toBe(true);
      expect(await now(order)).toMatchObject({ payment_status: 'paid', total_paid: 7_600 });
    }
  });
});

describe('a problem', () => {
  test('a wrong amount by card counts once the operator assigns it, and the rest is awaited', async () => {
    const { order } = await placeCardOrder(app, mila, ['saturday']);
    await app.db.run('update sandbox_payments set amount = 7500 where merchant_reference = $1', [`${order.code}-1-1`]);
    const attempt = await app.db.row<{ id: string }>('select id from sandbox_payments where merchant_reference = $1', [
      `${order.code}-1-1`,
    ]);
    await pressAt(app, `http://x/sandbox-gateway/pay/${attempt!.id}`, 'paid');
    expect(await now(order)).toMatchObject({ payment_status: 'problem', total_paid: 0 });
    expect(await settleAs(order, 'paid')).toMatchObject({
      ok: false,
      error: { kind: 'money_differs', total: 7_600, paid: 0 },
    });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.orderCode === order.code)!;
    expect(receipt).toMatchObject({ attention: 'amount', suspended: 7_500, source: 'sandbox' });
    expect(await assign(receipt.id, order.code)).toMatchObject({ ok: true, value: { attention: 'short' } });
    expect(await now(order)).toMatchObject({ payment_status: 'partial', total_paid: 7_500 });
    await transfer(order.code, 100);
    expect(await now(order)).toMatchObject({ payment_status: 'paid' });
  });

  test('a plan with one wrong payment continues, and follows the money once that is settled', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    const started = await payNextWithWrongAmount(order);
    expect(started).toMatchObject({ payment_status: 'problem' });
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: true, value: { paymentStatus: 'partial' } });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'problem' });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.orderCode === order.code)!;
    expect(await settle(receipt.id, { isReturned: true })).toMatchObject({ ok: true });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'pending' });
  });

  test('a payment whose wrong money is assigned to another order is open again', async () => {
    const order = await placeByTransfer('sandlark-pass-plan');
    await transfer(order.code, 5_450);
    await payNextWithWrongAmount(order);
    expect(await settleAs(order, 'partial')).toMatchObject({ ok: true });
    const receipt = (await openReceipts(app.db, 1_000)).find((one) => one.orderCode === order.code)!;
    expect(await assign(receipt.id, (await placeByTransfer()).code)).toMatchObject({ ok: true });
    expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'pending' });
  });

  test('settling an order without a problem is refused', async () => {
    const order = await placeByTransfer();
    expect(await settleAs(order, 'cancelled')).toMatchObject({
      ok: false,
      error: { kind: 'no_problem', status: 'pending' },
    });
  });

  async function payNextWithWrongAmount(order: Order): Promise<Order> {
    const { checksum } = await now(order);
    const reference = `${order.code}-2`;
    const { body } = await app.call('pay-payment-plan-order-payment', { order: order.code, checksum, reference });
    await app.db.run('update sandbox_payments set amount = amount + 1 where merchant_reference = $1', [
      `${reference}-1`,
    ]);
    await pressAt(app, body.payment.url, 'paid');
    return now(order);
  }
});

test('after the maximum number of attempts the operator can reset them, and the next one starts', async () => {
  const order = await placeByTransfer('sandlark-pass-plan');
  await transfer(order.code, 5_450);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await payNext(app, mila, order.code, 'declined')).status).toBe(200);
  }
  expect((await payNext(app, mila, order.code)).status).toBe(409);
  const reset = (reference: string) =>
    resetAttempts({ db: app.db }, { reference, actor: commandLine('tester') }, app.clock.now());
  expect(await reset(order.code)).toMatchObject({ ok: false, error: { kind: 'unknown_reference' } });
  expect(await reset(`${order.code}-1`)).toMatchObject({ ok: false, error: { kind: 'paid_already' } });
  expect(await reset(`${order.code}-2`)).toMatchObject({ ok: true, value: { attempts: 5 } });
  expect((await payNext(app, mila, order.code)).status).toBe(200);
  expect((await now(order)).payments[1]).toMatchObject({ payment_status: 'paid' });
});
