import { describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import type { Order } from '#features/orders/contract.ts';
import { finishRefund, makeTransferFile, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { givenShopFolder, smallShop } from '#features/shop-config/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

interface Place {
  timezone: string;
  currency: string;
  digits: number;
  /** Matches the refunded sum as a mail writes it: 100 less the refund fee of 5. */
  written: RegExp;
}

const places: Place[] = [
  { timezone: 'Europe/Zagreb', currency: 'EUR', digits: 2, written: /€95\.00/ },
  { timezone: 'America/New_York', currency: 'KWD', digits: 3, written: /KWD\s95\.000/ },
  { timezone: 'Pacific/Auckland', currency: 'JPY', digits: 0, written: /¥95/ },
];

/** Returns an instant's wall time: `2027-06-27 23:59:59`. */
const wall = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(instant));

async function buyPass(app: ShopApp, token: string): Promise<Order> {
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'pass',
    full_name: 'Mila Okonkwo',
    email: 'mila@example.org',
    age: '18',
  });
  const placed = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address: { street: 'Zandpad 12' } },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  await pressAt(app, placed.body.payment.url, 'paid');
  return await orderNow(app, token, placed.body.order.code);
}

const request = (app: ShopApp, token: string, order: Order) =>
  app.call('request-refund', {
    token,
    order_id: order.id,
    tickets: order.tickets[0]!.code,
    ...bankOnWire,
    bank_owner_address: { street: 'Zandpad 12' },
    bank_iban: '',
    bank_account: '12345678',
  });

describe.each(places)('in $timezone with $currency of $digits digits', ({ timezone, currency, digits, written }) => {
  test('a refund can be requested until its local day ends, and is exact to the minor unit', async () => {
    const shopYaml = smallShop['shop.yaml']!.replace('Europe/Amsterdam', timezone)
      .replace('currency: EUR', `currency: ${currency}`)
      .replace('price: 6.50', 'price: 6');
    const folder = await givenShopFolder({
      'shop.yaml': shopYaml,
      'items/1-pass.yaml': smallShop['items/1-pass.yaml']!.replace('price: 100.00', 'price: 100').replace(
        'fee: 5.00',
        'fee: 5',
      ),
      'items/3-mug.yaml': smallShop['items/3-mug.yaml']!.replace('12.50', '12'),
      'vouchers.yaml': smallShop['vouchers.yaml']!.replace('10.00', '10'),
    });
    const app = await givenShopApp({}, { folder: folder.folder });
    try {
      const unit = 10 ** digits;
      let token = await app.login();
      const [early, late] = [await buyPass(app, token), await buyPass(app, token)];
      expect(early.total_paid).toBe(105 * unit);
      const until = early.tickets[0]!.allow_refund_requests_until!;
      expect(wall(until, timezone)).toMatch(/ 23:59:59$/);

      await app.travel(Date.parse(until) - 1 - app.clock.now().getTime());
      token = await app.login();
      const requested = await request(app, token, early);
      expect([requested.status, requested.body.message]).toEqual([200, undefined]);
      expect(requested.body.data.refunds[0]).toMatchObject({ total: 95 * unit });
      await app.travel(1);
      expect((await request(app, token, late)).status).toBe(409);

      const parts = orderParts({ config: app.config, db: app.db, gateways: app.gateways }).refunds;
      const move = { code: requested.body.refund_id, actor: commandLine('tester') };
      expect((await startRefund(parts, move, app.clock.now())).ok).toBe(true);
      const file = {
        given: { name: 'Small', iban: 'NL85LARK0123456789', bic: '' },
        actor: commandLine('tester'),
      };
      const exported = await makeTransferFile(parts, file, app.clock.now());
      expect(exported).toMatchObject({
        ok: false,
        error: { kind: currency === 'EUR' ? 'nothing_to_write' : 'other_currency' },
      });
      expect((await finishRefund(parts, move, app.clock.now())).ok).toBe(true);
      const mail = (await app.mails()).find(({ kind }) => kind === 'refund-processed');
      expect(mail?.body_text).toMatch(written);
      expect((await orderNow(app, token, early.code)).total_refunded).toBe(95 * unit);
      expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    } finally {
      await app.close();
      await folder.remove();
    }
  });
});
