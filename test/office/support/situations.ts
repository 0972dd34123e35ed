import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import { cancelOrder, recordTransfer } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { AMOUNT_NAMES, limitsWith } from '#platform/http/limits.ts';
import { limitForAll } from '../../support/limit-for-all.ts';
import { givenPerson, type OfficePerson } from '../../support/office-people.ts';
import { type Operator, operatorOf } from '../../support/operator.ts';
import { accountOf, pressAt } from '../../support/purchase.ts';
import { type Answer, givenShopApp, type ShopApp } from '../../support/shop-app.ts';

/* A shop with staff, and the situations in which they act. */

export interface OfficeShop {
  readonly app: ShopApp;
  readonly operator: Operator;
  /** The login of the customer who places all orders. */
  readonly mila: string;
  /** Two people who may do everything, and may approve each other's work. */
  readonly owner: OfficePerson;
  readonly colleague: OfficePerson;
}

/** All staff and customers here act from one address, many times, so no limit may stop them. */
const NO_LIMITS = limitsWith({
  ...limitForAll({ attempts: 1_000_000, minutes: 1 }),
  ...Object.fromEntries(AMOUNT_NAMES.map((name) => [name, 0])),
});

type Given = Parameters<typeof givenShopApp>;
export const openOfficeShop = (options: Given[1] = {}, changes: Given[0] = {}): Promise<ShopApp> =>
  givenShopApp({ limits: NO_LIMITS, ...changes }, options);

export async function givenOfficeShop(app: ShopApp): Promise<OfficeShop> {
  // Coach seats stay limited by their departures.
  await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
  return {
    app,
    operator: operatorOf(app),
    mila: await app.login(),
    owner: await givenPerson(app, 'Berta Vos', ['owner']),
    colleague: await givenPerson(app, 'Anna Bos', ['owner']),
  };
}

/** Makes everybody look as if they had just signed in. */
export const freshProofs = ({ app }: Pick<OfficeShop, 'app'>): Promise<number> =>
  app.db.run(
    `update staff_sessions set last_press_at = $1, fresh_until = $1::timestamptz + interval '5 minutes',
       ends_at = $1::timestamptz + interval '12 hours'`,
    [app.clock.now()],
  );

let numbers = 0;
export function newNumber(): number {
  numbers += 1;
  return numbers;
}
/** Returns a name of letters that no ticket has had before. */
export const newName = (first: string): string =>
  `${first} ${newNumber()
    .toString(26)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))}`;

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const TESTER = commandLine('tester');

export const receiveTransfer = async (
  { app, operator }: OfficeShop,
  words: string,
  amount: number,
  transaction = `bank-${newNumber()}`,
): Promise<number> => {
  const now = app.clock.now();
  const money = { words, amount: minor(amount), transaction, receivedAt: now, actor: TESTER };
  const booked = await recordTransfer(operator.transfers, money, now);
  if (!booked.ok) throw new Error(booked.error.kind);
  return booked.value.receiptId;
};

interface OrderToPlace {
  readonly payment_method: 'bank_transfer' | 'credit_card';
  readonly save_card?: boolean;
}

/**
 * Puts one item into a cart and returns a function that checks it out. The answers leave out the customer's other
 * orders, of which there are many here.
 */
async function fillCart(
  { app, mila: token }: OfficeShop,
  item: string,
  departure: string | null = null,
): Promise<(order: OrderToPlace) => Promise<Answer>> {
  const { status, body } = await app.call('add-product-to-cart', {
    ...{ token, data: 'none', external_code: item, full_name: newName('Holder'), email: 'holder@example.org' },
    ...(departure === null ? { age: '25-34' } : { age: null, transport_time_id: departure }),
  });
  if (status !== 200) throw new Error(`add-product-to-cart: ${JSON.stringify(body)}`);
  const request = { token, data: 'none', cart: body.cart.code, customer: { country: 'NL', address } };
  return (order) => app.call('checkout-cart', { ...request, order: { ...order, accepted_ts_and_cs: true } });
}

async function place(
  shop: OfficeShop,
  item: string,
  order: OrderToPlace,
  departure: string | null = null,
): Promise<{ order: Order; url: string }> {
  const checkOut = await fillCart(shop, item, departure);
  const { status, body } = await checkOut(order);
  if (status !== 200) throw new Error(`checkout-cart: ${JSON.stringify(body)}`);
  return { order: body.order, url: body.payment?.url };
}

/** Makes an order that waits for a bank transfer: by default a day ticket for 76.00. */
export const placeByTransfer = async (shop: OfficeShop, item = 'saturday'): Promise<Order> =>
  (await place(shop, item, { payment_method: 'bank_transfer' })).order;

/** Makes an order whose payment page is open. */
export const placeByCard = (shop: OfficeShop, item = 'saturday') =>
  place(shop, item, { payment_method: 'credit_card' });

/** Makes an order that is paid by transfer, with tickets. */
export async function makePaidOrder(shop: OfficeShop): Promise<Order> {
  const order = await placeByTransfer(shop, 'sandlark-pass');
  await receiveTransfer(shop, order.code, order.total_price);
  return order;
}

/** Makes an order of a coach seat that waits for a bank transfer. */
export async function placeSeatByTransfer(shop: OfficeShop): Promise<Order> {
  const { body } = await shop.app.call('get-shop-item', { external_code: 'coach-amsterdam' });
  const [first] = body.item.travel_times;
  // Earlier situations may have left only one seat there.
  await shop.app.db.run(
    'update departures set capacity = sold + held + 9, capacity_wanted = sold + held + 9 where id = $1',
    [first.id],
  );
  return (await place(shop, 'coach-amsterdam', { payment_method: 'bank_transfer' }, first.id)).order;
}

/** Makes an order of a paid coach seat. */
export async function makePaidSeat(shop: OfficeShop): Promise<Order> {
  const order = await placeSeatByTransfer(shop);
  await receiveTransfer(shop, order.code, order.total_price);
  return order;
}

/** Returns the shop with a new customer, who places all its orders from now on. */
async function withNewCustomer(shop: OfficeShop): Promise<OfficeShop & { readonly email: string }> {
  const email = `customer${newNumber()}@example.org`;
  return { ...shop, email, mila: await accountOf(shop.app, email, newName('Holder')) };
}

export const makePaidByAnother = async (shop: OfficeShop): Promise<Order> =>
  await makePaidOrder(await withNewCustomer(shop));

/** Puts an item into a new customer's cart. */
export async function putItemInCart(shop: OfficeShop): Promise<{ email: string; checkOut: () => Promise<Answer> }> {
  const other = await withNewCustomer(shop);
  const checkOut = await fillCart(other, 'saturday');
  return { email: other.email, checkOut: () => checkOut({ payment_method: 'bank_transfer' }) };
}

export async function makePaidByCard(shop: OfficeShop): Promise<Order> {
  const { order, url } = await placeByCard(shop, 'sandlark-pass');
  await pressAt(shop.app, url, 'paid');
  return order;
}

/** Makes a plan whose first instalment is paid by a card that is saved for the others. */
export async function beginPlanWithCard(shop: OfficeShop): Promise<Order> {
  const { order, url } = await place(shop, 'sandlark-pass-plan', { payment_method: 'credit_card', save_card: true });
  await pressAt(shop.app, url, 'paid');
  return order;
}

/** Makes a plan by transfer whose first instalment is paid. */
export async function beginPlan(shop: OfficeShop): Promise<Order> {
  const order = await placeByTransfer(shop, 'sandlark-pass-plan');
  await receiveTransfer(shop, order.code, order.payments[0]!.amount);
  return order;
}

/**
 * Makes a plan by transfer whose first instalment is paid. A part of the last instalment was waived, which can be
 * undone, and the payment page of the last instalment is open. The provider has received money for the second
 * instalment, but has not reported it.
 */
export async function beginPlanBeingPaid(
  shop: OfficeShop,
): Promise<{ order: Order; url: string; change: number; report: () => Promise<unknown> }> {
  const order = await beginPlan(shop);
  const last = order.payments.at(-1)!;
  await confirm(shop, 'instalment-waive', { reference: last.reference, amount: 800, reason: 'A long delay.' });
  const { plan_change: change } = await shop.owner.browser.done('order-open', { code: order.code });
  const paidSecond = await pageOf(shop, order, order.payments[1]!.reference);
  await shop.app.fetch(new URL(paidSecond).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'lost', card: 'pays' }),
  });
  return {
    order,
    url: await pageOf(shop, order, last.reference),
    change: change.id,
    report: () => postToSandbox(shop, { does: 'repeat', payment: paidSecond.split('/').at(-1)! }),
  };
}

/** Opens the payment page of a part as the customer. Returns its address. */
async function pageOf({ app }: OfficeShop, order: Order, reference: string): Promise<string> {
  const { code, checksum } = order as Order & { checksum: string };
  const started = await app.call('pay-payment-plan-order-payment', { data: 'none', order: code, checksum, reference });
  if (!started.body.payment) throw new Error(JSON.stringify(started.body));
  return started.body.payment.url;
}

async function postToSandbox({ app }: OfficeShop, request: Record<string, string>): Promise<void> {
  const answer = await app.fetch('/dev/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(request),
  });
  if (answer.status !== 303) throw new Error(`sandbox: ${answer.status}`);
}

/** Previews something as the owner and confirms it. */
async function confirm({ owner }: OfficeShop, name: string, request: object): Promise<void> {
  const { preview } = await owner.browser.done(name, { ...request, preview: '' });
  await owner.browser.done(name, { ...request, preview });
}

/** Cancels an unpaid order as the owner. Returns the order. */
export async function cancelInOffice(shop: OfficeShop, order: Order): Promise<Order> {
  await confirm(shop, 'order-cancel', { code: order.code, reason: '' });
  return order;
}

export const ticketsOf = async ({ app }: OfficeShop, { code }: Order): Promise<{ id: number; code: string }[]> =>
  app.db.rows('select t.id, t.code from tickets t join orders o on o.id = t.order_id where o.code = $1 order by t.id', [
    code,
  ]);

/** Requests a refund of everything as the customer. Returns the refund's code. */
export async function requestRefund(shop: OfficeShop, order: Order): Promise<string> {
  const answer = await askForRefund(shop, order);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.refund_id as string;
}

export async function askForRefund(shop: OfficeShop, order: Order): Promise<Answer> {
  const tickets = (await ticketsOf(shop, order)).map(({ code }) => code).join(',');
  return await shop.app.call('request-refund', {
    ...{ token: shop.mila, data: 'none', order_id: order.id, tickets, merchandise: '' },
    ...bankOnWire,
  });
}

export async function startRefundFor(shop: OfficeShop): Promise<{ order: Order; refund: string }> {
  const order = await makePaidOrder(shop);
  const refund = await requestRefund(shop, order);
  const request = { code: refund, actor: TESTER };
  const done = await startRefund(shop.operator.parts.refunds, request, shop.app.clock.now());
  if (!done.ok) throw new Error(done.error.kind);
  return { order, refund };
}

/** Makes a file of all refunds that wait for the next one. */
export async function makeAllFiles({ owner }: OfficeShop): Promise<void> {
  const { next } = await owner.browser.done('transfer-files');
  if (next.credits.length > 0) await owner.browser.done('transfer-file-make', { content: next.content });
}

/** Makes a file for the bank with one refund in it. */
export async function makeFile(shop: OfficeShop): Promise<{ order: Order; refund: string; file: string }> {
  const { order, refund } = await startRefundFor(shop);
  const { next } = await shop.owner.browser.done('transfer-files');
  const { id } = await shop.owner.browser.done('transfer-file-make', { content: next.content });
  return { order, refund, file: id };
}

/** Books money whose text does not name an order. */
export const receiveStrayMoney = (shop: OfficeShop, amount: number): Promise<number> =>
  receiveTransfer(shop, 'festival ticket', amount);

/** Pays by card for an order that a transfer has already paid. */
export async function payTwice(shop: OfficeShop): Promise<{ order: Order; receipt: number }> {
  const { order, url } = await placeByCard(shop);
  await receiveTransfer(shop, order.code, order.total_price);
  await pressAt(shop.app, url, 'paid');
  const row = await shop.app.db.row<{ id: number }>(
    `select r.id from receipts r join orders o on o.id = r.order_id where o.code = $1 and r.source = 'sandbox'`,
    [order.code],
  );
  return { order, receipt: row!.id };
}

export async function cancelPartlyPaidOrder(shop: OfficeShop): Promise<Order> {
  const order = await placeByTransfer(shop);
  await receiveTransfer(shop, order.code, 3_000);
  const request = { code: order.code, reason: '', actor: TESTER };
  const done = await cancelOrder(shop.operator.orders, request, shop.app.clock.now());
  if (!done.ok) throw new Error(done.error.kind);
  return order;
}

export const statementOf = (entries: readonly CamtEntry[]) => ({
  files: [{ name: 'bank.xml', content: Buffer.from(camtOf(entries)).toString('base64') }],
});

export const sql = ({ app }: OfficeShop, text: string, ...parameters: readonly unknown[]) =>
  app.db.run(text, parameters);

/** Restricts rows of another table to those of the order with this code. */
export const ofOrder = 'order_id = (select id from orders where code = $1)';

/** Returns the id of an order's newest note or mail. */
export async function newestIn({ browser }: OfficePerson, code: string, what: 'note' | 'mail'): Promise<number> {
  const { entries } = await browser.done('order-timeline', { code });
  return entries.find((entry: { what: string }) => entry.what === what).id;
}
