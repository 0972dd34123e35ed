import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { accountOf, orderNow, pressAt } from '../../../../test/support/purchase.ts';
import { givenShopApp, type ShopApp } from '../../../../test/support/shop-app.ts';
import { mailTermsToAccept } from './public.ts';

let app: ShopApp;
let token: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
});
afterAll(() => app.close());

let count = 0;
/** An order placed without accepting the terms. */
async function openOrder(
  options: { items?: readonly string[]; method?: string; isPaid?: boolean } = {},
): Promise<Order> {
  let cart: string | null = null;
  for (const item of options.items ?? ['saturday']) {
    count += 1;
    const isMerchandise = item.startsWith('lark-tee');
    const added = await app.call(isMerchandise ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      token,
      cart,
      external_code: item,
      full_name: `Secret Holder ${'n'.repeat(count)}`,
      email: 'secret.holder@example.org',
      age: '25-34',
    });
    expect(added.body.message).toBeUndefined();
    cart = added.body.cart.code;
  }
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const { body } = await app.call('checkout-cart', {
    token,
    cart,
    customer: { country: 'NL', address },
    order: {
      payment_method: options.method ?? 'credit_card',
      shipping_name: 'Mila Okonkwo',
      shipping_country: 'NL',
      shipping_address: address,
    },
  });
  expect(body.message).toBeUndefined();
  if (options.isPaid) await pressAt(app, body.payment.url, 'paid');
  return await orderNow(app, token, body.order.code);
}

const get = (order: Order, changes: object = {}) =>
  app.call('get-terms-and-conditions-order', { order: order.code, checksum: order.checksum, ...changes });
const accept = (order: Order, changes: object = {}) =>
  app.call('accept-terms-and-conditions', { order: order.code, checksum: order.checksum, ...changes });
const stored = async ({ code }: Order) =>
  (await app.db.row<{ version: string | null; via: string | null; at: Date | null }>(
    `select t.version, o.terms_accepted_via as via, o.terms_accepted_at as at
     from orders o left join terms_versions t on t.id = o.terms_version_id
     where o.code = $1`,
    [code],
  ))!;
const mailsAbout = async ({ code }: Order, kind: string) =>
  (await app.mails()).filter((mail) => mail.kind === kind && mail.subject.includes(code));

describe('an order whose terms are open', () => {
  test('its ticket cannot be downloaded until the terms are accepted', async () => {
    const order = await openOrder({ isPaid: true });
    expect(order).toMatchObject({ payment_status: 'paid', accepted_ts_and_cs: false });
    const [ticket] = order.tickets;
    expect(ticket).toMatchObject({ allow_download: false });
    const download = () => app.fetch(`/download-ticket/${ticket!.email}/${ticket!.code}`);
    expect((await download()).status).toBe(404);
    expect((await accept(order)).status).toBe(200);
    expect((await orderNow(app, token, order.code)).tickets[0]).toMatchObject({ allow_download: true });
    expect((await download()).status).toBe(200);
  });

  test('its link shows the ordered items, but neither holders nor codes', async () => {
    const order = await openOrder({ items: ['saturday', 'lark-tee-m'], isPaid: true });
    const { status, body } = await get(order);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      code: order.code,
      staff: 'Web shop',
      total_price: order.total_price,
      payment_method: 'credit_card',
      accepted_ts_and_cs: false,
      tickets: [],
      merchandisePurchases: [],
      cartProducts: [{ product: 'Saturday day ticket', price: 7_200, full_name: '', email: '' }],
      cartMerchandise: [{ merchandise: 'Lark tee, size M', price: 2_800 }],
    });
    const text = JSON.stringify(body);
    for (const secret of [
      'Secret Holder',
      'secret.holder',
      order.tickets[0]!.code,
      order.merchandisePurchases[0]!.code,
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test('its link does not show holders before the payment either', async () => {
    const order = await openOrder();
    const { body } = await get(order);
    expect(body.order.cartProducts).toMatchObject([
      { product: 'Saturday day ticket', full_name: '', email: '', age: null },
    ]);
    expect(JSON.stringify(body)).not.toContain('Secret Holder');
  });
});

describe('an acceptance', () => {
  test('without a login records version, time and link, and answers with a visitor’s bundle', async () => {
    const order = await openOrder();
    const { status, body } = await accept(order);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ customer: null, orders: [] });
    expect(await stored(order)).toEqual({ version: '1', via: 'link', at: app.clock.now() });
  });

  test('by the owner is recorded as from the portal, by anybody else as from the link', async () => {
    const order = await openOrder();
    const { body } = await accept(order, { token });
    expect(body.data.orders.find((one: Order) => one.code === order.code)).toMatchObject({ accepted_ts_and_cs: true });
    expect((await stored(order)).via).toBe('portal');

    const other = await openOrder();
    const stranger = await accountOf(app, 'stranger@example.org', 'Stran Ger');
    const answer = await accept(other, { token: stranger });
    expect(answer.body.data.orders).toEqual([]);
    expect((await stored(other)).via).toBe('link');
  });

  test('is recorded once, with one mail, however often and simultaneously it is repeated', async () => {
    const order = await openOrder();
    const at = app.clock.now();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(order)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await app.travel(60_000);
    expect((await accept(order, { token })).status).toBe(200);
    expect(await stored(order)).toEqual({ version: '1', via: 'link', at });
    expect(await mailsAbout(order, 'terms-accepted')).toHaveLength(1);
  });

  test('of an older version is refused and not recorded', async () => {
    const order = await openOrder();
    const refused = await accept(order, { terms_version: '0' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'The Terms and Conditions have changed. Please read them again before you accept them.',
    );
    expect((await stored(order)).at).toBeNull();
    expect((await accept(order, { terms_version: '1' })).status).toBe(200);
  });

  test('with a wrong checksum or for an unknown order is not found and changes nothing', async () => {
    const order = await openOrder();
    const other = await openOrder();
    for (const call of [get, accept]) {
      for (const changes of [
        { checksum: other.checksum },
        { checksum: '' },
        { order: 'SLK-NOBODY' },
        { order: '', checksum: '' },
      ]) {
        const { status, body } = await call(order, { token, ...changes });
        expect([status, body]).toEqual([404, { message: 'We could not find that.' }]);
      }
    }
    expect((await stored(order)).at).toBeNull();
    expect((await stored(other)).at).toBeNull();
  });

  test('of an abandoned order is refused unless repeated, and the link still shows the order', async () => {
    const open = await openOrder();
    const accepted = await openOrder();
    await accept(accepted);
    await app.travel(31 * 60_000);
    const refused = await accept(open);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This order was cancelled, so there is nothing left to accept.',
    ]);
    expect((await get(open)).body.order).toMatchObject({ payment_status: 'abandoned', accepted_ts_and_cs: false });
    expect((await accept(accepted)).status).toBe(200);
  });
});

describe('the mail after the acceptance', () => {
  test('has the tickets of a paid order attached', async () => {
    const order = await openOrder({ isPaid: true });
    await accept(order);
    const row = await app.db.row<{ attachments: unknown }>(
      `select attachments from mails where kind = 'terms-accepted' and subject like '%' || $1`,
      [order.code],
    );
    expect(row!.attachments).toEqual([{ kind: 'ticket', code: order.tickets[0]!.code }]);
    const [mail] = await mailsAbout(order, 'terms-accepted');
    expect(mail).toMatchObject({ recipient: 'mila@example.org' });
    expect(mail!.body_text).toContain('Your ticket is attached to this email.');
  });

  test('mentions a single ticket in the singular', async () => {
    const order = await openOrder({ items: ['sandlark-pass-plan'], isPaid: true });
    await accept(order);
    const [mail] = await mailsAbout(order, 'terms-accepted');
    expect(mail!.body_text?.replace(/\s+/g, ' ')).toContain(
      'Your ticket will be ready to download once the last instalment is paid.',
    );
  });

  test('has the link to pay by card, or the amount and the code of a transfer', async () => {
    const card = await openOrder();
    await accept(card);
    const [cardMail] = await mailsAbout(card, 'terms-accepted');
    expect(cardMail!.body_text).toContain(`/payment-plan-payment/${card.code}/${card.payment_checksum}/${card.code}-1`);

    const transfer = await openOrder({ method: 'bank_transfer' });
    await accept(transfer);
    const [transferMail] = await mailsAbout(transfer, 'terms-accepted');
    expect(transferMail!.body_text).toContain('€76.00');
    expect(transferMail!.body_text).toContain(transfer.code);
  });
});

test('an order from another channel gets one mail with the link to accept the terms', async () => {
  const order = await openOrder();
  await app.db.run(`update orders set channel = 'phone' where code = $1`, [order.code]);
  for (let turn = 0; turn < 2; turn += 1) {
    await app.db.transaction(async (tx) => {
      const row = (await orderByCode(tx, order.code))!;
      await mailTermsToAccept(tx, { shop: await loadShop(tx), shopUrl: app.url }, row, app.clock.now());
    });
  }
  const mails = await mailsAbout(order, 'terms-to-accept');
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body_text).toContain(`${app.url}/accept-tcs/${order.code}/${order.terms_checksum}`);
  expect(mails[0]!.body_text).toContain('Phone');
});
