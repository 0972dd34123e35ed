import { describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { transferPath } from '#features/shop-config/domain/transfer-path.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { app, cancel, DAY, givenTransferShop, now, placeByTransfer, transfer } from './support/transfer-shop.ts';

givenTransferShop();

const open = (order: Order, reference = order.code) =>
  app.fetch(transferPath(order.code, order.payment_checksum, reference));
const wordsOf = async (answer: Response) => {
  const { structure } = readPdf(Buffer.from(await answer.arrayBuffer()));
  return structure.map(({ text }) => text).join('\n');
};

describe('the document of a transfer', () => {
  test('has the account, amount, reference and day', async () => {
    const order = await placeByTransfer();
    const answer = await open(order);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="transfer-${order.code}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const words = await wordsOf(answer);
    for (const part of [
      `Bank transfer for order ${order.code}`,
      'Payee Stichting Sandlark',
      'IBAN NL85 LARK 0123 4567 89',
      'Amount €76.00',
      `Reference ${order.code}`,
      'Transfer by',
    ])
      expect(words).toContain(part);
    expect(words).toContain('Scan it with your banking app to fill in the transfer.');
  });

  test('shows the rest once part of the money has arrived', async () => {
    const order = await placeByTransfer();
    await transfer(order.code, 7_000);
    expect(await wordsOf(await open(order))).toContain('Amount €6.00');
  });

  test('of a plan has the named part with its own reference', async () => {
    const plan = await placeByTransfer('sandlark-pass-plan');
    await transfer(plan.code, 5_450);
    const third = (await now(plan)).payments[2]!;
    const words = await wordsOf(await open(plan, third.reference));
    expect(words).toContain(`Reference ${third.reference}`);
    expect(words).toContain('Amount €48.00');
  });

  test.each([
    ['is paid', (order: Order) => transfer(order.code, 7_600)],
    ['was cancelled', (order: Order) => cancel(order)],
  ])('does not exist for an order that %s', async (_what, end) => {
    const order = await placeByTransfer();
    await end(order);
    const answer = await open(order);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('Nothing to transfer');
  });

  test('does not exist for a reference of another order or a paid part', async () => {
    const plan = await placeByTransfer('sandlark-pass-plan');
    await transfer(plan.code, 5_450);
    expect((await open(plan, `${plan.code}-1`)).status).toBe(404);
    expect((await open(plan, `${plan.code}-9`)).status).toBe(404);
  });

  test('no longer shows the due day once it has passed', async () => {
    const order = await placeByTransfer();
    await app.travel(8 * DAY);
    expect(await wordsOf(await open(order))).not.toContain('Transfer by');
  });
});
