import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import type { Order } from '#features/orders/contract.ts';
import { finishRefund, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { readPdf } from '#platform/pdf/testing.ts';
import { freshLogins } from './support/fresh-logins.ts';
import { orderNow, payNext, order as place, purchase } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';
import { givenShopFolder } from './support/shop-folder.ts';

// The shop's clock passes every kind of deadline, in three time zones with both of their clock changes, and with
// currencies of zero, two and three digits. The expected times come from Temporal. The shop computes calendar days with
// Intl, because some browsers lack Temporal.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

interface Place {
  timezone: string;
  currency: string;
  digits: 0 | 2 | 3;
  /** Writes an amount as the shop does: €189.00, JP¥18,900 or KWD 18.900. */
  money(minorUnits: number): string;
  /** A minute after the last day of a month begins, or before it ends. */
  orderedAt: string;
  /** The days on which the plan's payments are due: the last days of four months, with a clock change between them. */
  days: string[];
}

const euros = (minor: number) => `€${grouped((minor / 100).toFixed(2))}`;
const yen = (minor: number) => `JP¥${grouped(String(minor))}`;
const dinars = (minor: number) => `KWD ${grouped((minor / 1000).toFixed(3))}`;
const grouped = (figure: string) => figure.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const monthEndsFromJanuary = ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'];
const monthEndsFromAugust = ['2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'];
const zagreb = { timezone: 'Europe/Zagreb', currency: 'EUR', digits: 2, money: euros } as const;
const newYork = { timezone: 'America/New_York', currency: 'JPY', digits: 0, money: yen } as const;
const auckland = { timezone: 'Pacific/Auckland', currency: 'KWD', digits: 3, money: dinars } as const;

const places: Record<string, Place> = {
  'Zagreb, clocks forward': {
    ...zagreb,
    orderedAt: '2027-01-31T22:59:00Z',
    days: monthEndsFromJanuary,
  },
  'Zagreb, clocks back': {
    ...zagreb,
    orderedAt: '2026-08-30T22:01:00Z',
    days: monthEndsFromAugust,
  },
  'New York, clocks forward': {
    ...newYork,
    orderedAt: '2027-02-01T04:59:00Z',
    days: monthEndsFromJanuary,
  },
  'New York, clocks back': {
    ...newYork,
    orderedAt: '2026-08-31T04:01:00Z',
    days: monthEndsFromAugust,
  },
  'Auckland, clocks back': {
    ...auckland,
    orderedAt: '2027-01-30T11:01:00Z',
    days: monthEndsFromJanuary,
  },
  'Auckland, clocks forward': {
    ...auckland,
    orderedAt: '2026-08-31T11:59:00Z',
    days: monthEndsFromAugust,
  },
};

describe.each(Object.entries(places))('%s', (_name, here) => {
  const { timezone, days, money } = here;
  let app: ShopApp;
  let token: string;
  let removeFolder: () => Promise<void>;

  beforeAll(async () => {
    const { folder, remove } = await givenShopFolder(here);
    removeFolder = remove;
    app = await givenShopApp({}, { folder, now: new Date(here.orderedAt) });
    token = await app.login();
  });
  afterAll(async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
    await removeFolder();
  });

  /** Returns the instant of a local time: `2027-03-31 09:00`. */
  const at = (day: string, time = '00:00'): Date =>
    new Date(Temporal.ZonedDateTime.from(`${day}T${time}[${timezone}]`).epochMilliseconds);
  const dayAfter = (day: string, count: number): string => Temporal.PlainDate.from(day).add({ days: count }).toString();
  const goTo = async (moment: Date): Promise<void> => {
    const span = moment.getTime() - app.clock.now().getTime();
    await app.travel(span);
    // A login expires after 30 days without use.
    if (span > 15 * DAY) token = await app.login();
  };
  const justBefore = (moment: Date) => new Date(moment.getTime() - 1);
  const seen = (code: string) => orderNow(app, token, code);
  const mailsOf = async (kind: RegExp) =>
    (await app.mails())
      .filter((mail) => kind.test(mail.kind))
      .map((mail) => ({ ...mail, text: plain(mail.body_text ?? '') }));

  test('a plan is due at midnight of its days, reminded at nine, and overdue a day later', async () => {
    const { code } = await purchase(app, token, ['sandlark-pass-plan']);
    const { payments } = await seen(code);
    expect(payments.map((payment) => payment.amount)).toEqual([5_450, 4_800, 4_800, 4_800]);
    expect(payments[0]!.due_at).toBe(new Date(here.orderedAt).toISOString());
    expect(payments.slice(1).map((payment) => payment.due_at)).toEqual(
      days.slice(1).map((day) => at(day).toISOString()),
    );

    for (const [index, day] of [...days.entries()].slice(1)) {
      const stages = [
        { name: 'week-before', moment: at(dayAfter(day, -7), '09:00') },
        { name: 'due', moment: at(day, '09:00') },
        { name: 'overdue', moment: at(dayAfter(day, 3), '09:00') },
        { name: 'still-overdue', moment: at(dayAfter(day, 10), '09:00') },
      ];
      const before = (await mailsOf(/^instalment/)).length;
      // Each mail is sent at nine in the morning; the flags change at a midnight between two mails. The last payment
      // is paid before it is overdue.
      const sent: string[] = [];
      for (const { name, moment } of index === 3 ? stages.slice(0, 2) : stages) {
        if (name === 'due') {
          await goTo(justBefore(at(day)));
          expect((await seen(code)).payments[index]).toMatchObject({ due: false, overdue: false });
          await goTo(at(day));
          expect((await seen(code)).payments[index]).toMatchObject({ due: true, overdue: false });
        }
        if (name === 'overdue') {
          await goTo(justBefore(at(dayAfter(day, 1))));
          expect((await seen(code)).payments[index]).toMatchObject({ due: true, overdue: false });
          await goTo(at(dayAfter(day, 1)));
          expect((await seen(code)).payments[index]).toMatchObject({ due: true, overdue: true });
        }
        await goTo(justBefore(moment));
        expect((await mailsOf(/^instalment/)).length).toBe(before + sent.length);
        await goTo(moment);
        sent.push(`instalment-${name}`);
        const mails = (await mailsOf(/^instalment/)).slice(before);
        expect(mails.map((mail) => mail.kind)).toEqual(sent);
        expect(mails.at(-1)!.text).toContain(money(4_800));
        expect(mails.at(-1)!.text).toContain(longDate(day));
      }
      await payNext(app, token, code);
    }
    expect(await seen(code)).toMatchObject({ payment_status: 'paid', total_paid: 19_850 });
    const [ticket] = (await seen(code)).tickets;
    expect(ticket).toMatchObject({ pending: false, allow_download: true });
  });

  test('money is an integer on the wire, with the currency’s digits in mails and documents', async () => {
    const order = await purchase(app, token, ['sandlark-pass', 'lark-tee-m'], 'LARK20');
    expect(order).toMatchObject({
      total_price: 21_300,
      total_paid: 21_300,
      discount_amount: 2_000,
      shipping_amount: 650,
    });
    const passes = order.tickets.map((ticket) => ticket.code).join(',');
    await freshLogins(app);
    const requested = await app.call('request-refund', { token, order_id: order.id, tickets: passes, ...bankOnWire });
    const refund = requested.body.data.refunds[0];
    // In minor units: the price less its share of the discount, and less the refund fee.
    expect(refund.total).toBe(18_900 - 1_753 - 500);
    const { refunds } = orderParts({ config: app.config, db: app.db, gateways: app.gateways });
    const move = { code: refund.id, actor: commandLine('operator') };
    expect((await startRefund(refunds, move, app.clock.now())).ok).toBe(true);
    expect((await finishRefund(refunds, move, app.clock.now())).ok).toBe(true);
    const after: Order = await seen(order.code);
    expect(after.total_refunded).toBe(refund.total);

    const amounts = [18_900, 950, 19_850, 2_800, 650, 2_000, 21_300, refund.total];
    const mails = (await mailsOf(/^(order|payment|refund)/)).filter((mail) => mail.subject.includes(order.code));
    expect(mails.length).toBeGreaterThan(2);
    const texts = mails.map((mail) => mail.text);
    for (const amount of [21_300, refund.total]) expect(texts.join('\n')).toContain(money(amount));
    const documents = [`/download-invoice/${order.code}/${order.checksum}`];
    for (const { code } of after.credit_notes) documents.push(`${documents[0]}?number=${code}`);
    expect(documents).toHaveLength(2);
    for (const path of documents) {
      const answer = await app.fetch(path);
      expect(answer.status).toBe(200);
      const { structure } = readPdf(Buffer.from(await answer.arrayBuffer()));
      const text = plain(structure.map((one) => one.text).join('\n'));
      expect(text).toContain(money(path.includes('number') ? refund.total : 21_300));
      texts.push(text);
    }
    const written = amountsIn(texts.join('\n'));
    expect(written.filter((one) => !isWrittenRight(one, here))).toEqual([]);
    expect(written.length).toBeGreaterThan(20);
    expect(amounts.map(money).filter((one) => texts.join('\n').includes(one)).length).toBeGreaterThan(4);
  });

  test('the operator’s dates follow the shop’s calendar, before and after a clock change', async () => {
    const order = await purchase(app, token, ['sandlark-pass']);
    const { body } = await app.call('get-shop-item', { external_code: 'coach-amsterdam' });
    const thursday = '2027-07-22';
    expect(body.item.timezone).toBe(timezone);
    expect(body.item.travel_times[0].travel_time).toBe(at(thursday, '09:30').toISOString());
    expect(body.item.allow_travel_time_changes_until).toBe(at(dayAfter(thursday, -2), '18:00').toISOString());
    expect(order.tickets[0]!.allow_name_changes_until).toBe(at(dayAfter(thursday, -2), '23:59:59').toISOString());
    expect(order.tickets[0]!.allow_refund_requests_until).toBe(at(dayAfter(thursday, -30), '23:59:59').toISOString());
  });

  test('a refund can be requested, and a name changed, until the last millisecond before its deadline', async () => {
    const order = await purchase(app, token, ['sandlark-pass']);
    const [ticket] = order.tickets;
    const change = (full_name: string) =>
      app.call('change-ticket', {
        token,
        order_id: order.code,
        code: ticket!.code,
        full_name,
        email: ticket!.email,
        age: '25-34',
        reassign: false,
        note: '',
      });
    const ask = () => app.call('request-refund', { token, order_id: order.id, tickets: ticket!.code, ...bankOnWire });
    await goTo(justBefore(at('2027-06-22', '23:59:59')));
    const early = await ask();
    expect(early.status).toBe(200);
    expect((await app.call('cancel-refund', { token, refund_id: early.body.refund_id })).status).toBe(200);
    await goTo(at('2027-06-22', '23:59:59'));
    expect((await ask()).status).toBe(409);
    const lastDay = at('2027-07-20', '23:59:59');
    await goTo(justBefore(lastDay));
    const changed = await change('Just Intime');
    expect(changed.status).toBe(200);
    ticket!.code = changed.body.code;
    await goTo(lastDay);
    expect((await change('Too Late')).status).toBe(409);
  });

  const longDate = (day: string): string =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
});

describe.each([
  ['Europe/Zagreb', '2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z', '2027-03-14T07:00:00Z'],
  ['Pacific/Auckland', '2026-09-26T14:00:00Z', '2027-04-03T14:00:00Z'],
])('in %s', (timezone, ...changes) => {
  let app: ShopApp;
  let removeFolder: () => Promise<void>;

  beforeAll(async () => {
    const { folder, remove } = await givenShopFolder({ timezone, currency: 'EUR', digits: 2 });
    removeFolder = remove;
    app = await givenShopApp({}, { folder, now: new Date(Date.parse(changes[0]!) - 7 * MINUTE) });
  });
  afterAll(async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
    await removeFolder();
  });

  test.each(changes)('when the clocks change at %s, carts, orders and logins last as long as usual', async (change) => {
    await app.travel(Date.parse(change) - 7 * MINUTE - app.clock.now().getTime());
    const begun = app.clock.now().getTime();
    const token = await app.login();
    const statusOf = async (code: string) => (await orderNow(app, token, code)).payment_status;
    const heldOf = async (code: string) =>
      (await app.db.row<{ held: number }>('select held from shop_items where external_code = $1', [code]))!.held;

    const added = await app.call('add-merchandise-to-cart', { token, external_code: 'lark-tee-s' });
    const { cart } = added.body;
    expect(Date.parse(cart.expires_at) - Date.parse(cart.now)).toBe(15 * MINUTE);
    const card = (await place(app, token, ['saturday'])).order;
    const transfer = (await placeByTransfer(app, token)).code;

    await app.travel(15 * MINUTE - 1);
    expect((await app.call('get-cart', { token, cart: cart.code })).status).toBe(200);
    expect(await heldOf('lark-tee-s')).toBe(1);
    await app.travel(1);
    expect((await app.call('get-cart', { token, cart: cart.code })).status).toBe(410);
    expect(await heldOf('lark-tee-s')).toBe(0);

    await app.travel(begun + 30 * MINUTE - 1 - app.clock.now().getTime());
    expect(await statusOf(card.code)).toBe('pending');
    await app.travel(1);
    expect(await statusOf(card.code)).toBe('abandoned');

    await app.travel(begun + 9 * DAY - 1 - app.clock.now().getTime());
    expect(await statusOf(transfer)).toBe('pending');
    await app.travel(1);
    expect(await statusOf(transfer)).toBe('cancelled');

    // A login expires after 30 days without use, to the millisecond.
    const idle = 30 * DAY;
    expect((await app.call('get-data', { token })).body.data.customer).not.toBeNull();
    const usedAt = await app.db.row<{ at: Date }>('select max(last_used_at) as at from login_tokens');
    await app.travel(usedAt!.at.getTime() + idle - app.clock.now().getTime());
    expect((await app.call('get-data', { token })).body.data.customer).toBeNull();
  });
});

async function placeByTransfer(app: ShopApp, token: string): Promise<Order> {
  const added = await app.call('add-product-to-cart', {
    token,
    external_code: 'saturday',
    full_name: 'Mila Okonkwo',
    email: 'mila@example.org',
    age: '25-34',
  });
  const { body } = await app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'bank_transfer', accepted_ts_and_cs: true },
  });
  expect(body.message).toBeUndefined();
  return body.order;
}

/** Replaces non-breaking spaces, which look like any others. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Finds everything in a text that looks like an amount of money, in any currency. */
const amountsIn = (text: string): string[] =>
  [...text.matchAll(/(?:€|\$|£|JP¥|¥|KWD |EUR |JPY )\d[\d,.]*\d/gu)].map(([written]) => written);

/** Whether an amount has the symbol and all digits of the shop's currency. */
function isWrittenRight(written: string, { digits, currency }: Place): boolean {
  const own = { EUR: '€', JPY: 'JP¥', KWD: 'KWD ' }[currency];
  return new RegExp(`^${own}\\d[\\d,]*${digits === 0 ? '' : `\\.\\d{${digits}}`}$`, 'u').test(written);
}
