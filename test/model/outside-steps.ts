import type { Order } from '#features/orders/contract.ts';
import { disputePayment, endRefund, refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { newName } from '../office/support/situations.ts';
import { pressAt } from '../support/purchase.ts';
import { type OfficeStep, one, wasDone } from './office-step.ts';
import type { OfficeWorld } from './office-world.ts';
import type { Picks } from './step.ts';

/* What customers, the provider and time do while staff work. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Chooses an order as the customer sees it, mostly one with which something can be done. */
async function chooseOrder(
  { app, mila: token }: OfficeWorld,
  picks: Picks,
  may: (order: Order) => boolean = () => true,
): Promise<Order | undefined> {
  const { body } = await app.call('get-data', { token });
  const orders = body.data.orders as Order[];
  return picks.oneIn(5) ? picks.of(orders) : picks.of(orders.filter(may));
}

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

/** The cart may be refused, because staff can free it meanwhile. */
const buy: OfficeStep = async (world, picks) => {
  const { app, mila: token, pages } = world;
  const item = picks.of(['sandlark-pass-plan', 'sandlark-pass-plan', 'saturday', 'sandlark-pass', 'lark-tee-m'])!;
  const isTee = item === 'lark-tee-m';
  const isPlan = item === 'sandlark-pass-plan';
  let cart: string | null = null;
  for (let left = isPlan ? 1 : 1 + picks.number(2); left > 0; left -= 1) {
    const holder = { full_name: newName('Holder'), email: 'holder@example.org', age: '25-34' };
    const request = { token, cart, data: 'none', external_code: item, ...holder };
    const added = await app.call(isTee ? 'add-merchandise-to-cart' : 'add-product-to-cart', request);
    if (!wasDone('add', added)) return 'cart refused';
    cart = added.body.cart.code;
  }
  const method = picks.of(['credit_card', 'bank_transfer'] as const)!;
  const saves = isPlan && method === 'credit_card' && picks.oneIn(2);
  const placed = await app.call('checkout-cart', {
    ...{ token, cart, data: 'none', customer: { country: 'NL', address }, voucher_code: null },
    order: {
      ...{ payment_method: method, shipping_name: 'Mila', shipping_country: 'NL', shipping_address: address },
      ...{ accepted_ts_and_cs: true, save_card: saves },
    },
  });
  if (!wasDone('checkout', placed)) return 'order refused';
  const url = placed.body.payment?.url;
  if (url) pages.push(url);
  if (url && !picks.oneIn(3)) await press(world, picks);
  return `${isPlan ? 'a plan' : 'at once'}, ${method}`;
};

/** Presses a button as the customer, on the newest page or on any other, even a closed one. */
const press: OfficeStep = async ({ app, pages }, picks) => {
  const url = picks.oneIn(2) ? pages.at(-1) : picks.of(pages);
  if (!url) return null;
  const outcome = picks.of(['paid', 'paid', 'paid', 'delayed', 'lost', 'declined', 'cancelled'] as const)!;
  await pressAt(app, url, outcome, picks.of(['pays', 'pays', 'declines', 'needs_customer']));
  return outcome;
};

const payByLink: OfficeStep = async (world, picks) => {
  const found = await chooseOrder(
    world,
    picks,
    ({ payment_status: status }) => status === 'pending' || status === 'partial',
  );
  const part = found && picks.of(found.payments.filter(({ payment_status: status }) => status !== 'paid'));
  if (!part) return null;
  const request = { data: 'none', order: found.code, checksum: found.checksum, reference: part.reference };
  const started = await world.app.call('pay-payment-plan-order-payment', { ...request, token: world.mila });
  if (!wasDone('pay', started) || !started.body.payment) return 'refused';
  world.pages.push(started.body.payment.url);
  return picks.oneIn(2) ? `started, ${await press(world, picks)}` : 'started';
};

const askForRefund: OfficeStep = async (world, picks) => {
  const found = await chooseOrder(world, picks, ({ can_refund: can }) => can);
  if (!found) return null;
  const codes = found.tickets.map(({ code }) => code);
  const answer = await world.app.call('request-refund', {
    ...{ token: world.mila, data: 'none', order_id: found.id, merchandise: '', way: picks.of(['bank', 'card']) },
    ...{ tickets: (picks.oneIn(2) ? codes : codes.slice(0, 1)).join(','), ...bankOnWire },
  });
  return wasDone('request-refund', answer) ? 'done' : 'refused';
};

const withdraw: OfficeStep = async (world, picks) => {
  const refund = await one<{ code: string }>(world, picks, 'select code from refunds order by id');
  if (!refund) return null;
  const request = { token: world.mila, data: 'none', refund_id: refund.code };
  return wasDone('cancel-refund', await world.app.call('cancel-refund', request)) ? 'done' : 'refused';
};

const changeHolder: OfficeStep = async (world, picks) => {
  const found = await chooseOrder(world, picks, ({ tickets }) => tickets.length > 0);
  const ticket = found && picks.of(found.tickets);
  if (!ticket) return null;
  const name = { full_name: newName('Eva'), email: 'eva@example.org', age: '25-34', reassign: false, note: '' };
  const request = { token: world.mila, data: 'none', order_id: found.code, code: ticket.code, ...name };
  return wasDone('change-ticket', await world.app.call('change-ticket', request)) ? 'done' : 'refused';
};

const waitForTransfer: OfficeStep = async (world, picks) => {
  const found = await chooseOrder(world, picks);
  if (!found) return null;
  const { code, checksum, payments } = found;
  const request = { token: world.mila, data: 'none', order: code, checksum, reference: payments[0]!.reference };
  return wasDone('switch', await world.app.call('switch-to-bank-transfer', request)) ? 'done' : 'refused';
};

const removeCard: OfficeStep = async (world, picks) => {
  const found = await chooseOrder(world, picks);
  if (!found) return null;
  const request = { token: world.mila, data: 'none', order: found.code };
  return wasDone('remove-saved-card', await world.app.call('remove-saved-card', request)) ? 'done' : 'refused';
};

const fillCart: OfficeStep = async ({ app, mila: token }) => {
  const holder = { full_name: newName('Holder'), email: 'holder@example.org', age: '25-34' };
  return wasDone(
    'add',
    await app.call('add-product-to-cart', { token, data: 'none', external_code: 'saturday', ...holder }),
  )
    ? 'done'
    : 'refused';
};

// ---------------------------------------------------------------- at the provider

const paidAtProvider = (world: OfficeWorld, picks: Picks) =>
  one<{ id: string; amount: number }>(
    world,
    picks,
    'select id, amount from sandbox_payments where transaction is not null order by created_at, id',
  );

const repeat: OfficeStep = async (world, picks) => {
  const payment = await paidAtProvider(world, picks);
  if (!payment) return null;
  await world.app.fetch('/dev/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ does: 'repeat', payment: payment.id }),
  });
  return 'a payment';
};

const dispute: OfficeStep = async (world, picks) => {
  const payment = await paidAtProvider(world, picks);
  if (!payment || picks.oneIn(2)) return null;
  const before = await world.app.db.row<{ state: string }>(
    'select state from sandbox_disputes where sandbox_payment_id = $1',
    [payment.id],
  );
  const next = {
    none: ['open', 'money_taken'],
    open: ['money_taken', 'won', 'lost'],
    money_taken: ['won', 'lost'],
    won: [],
    lost: [],
  } as const;
  const state = picks.of(
    next[(before?.state ?? 'none') as keyof typeof next] as readonly ('open' | 'money_taken' | 'won' | 'lost')[],
  );
  if (!state) return null;
  await disputePayment(world.app.db, payment.id, state, world.app.clock.now());
  return state;
};

const refundInDashboard: OfficeStep = async (world, picks) => {
  const payment = await paidAtProvider(world, picks);
  if (!payment || !picks.oneIn(3)) return null;
  const amount = picks.oneIn(2) ? payment.amount : Math.ceil(payment.amount / 3);
  const wanted = { key: null, payment: { id: payment.id }, amount, isDoneAtOnce: true };
  return (await refundPayment(world.app.db, wanted, world.app.clock.now()))?.status ?? 'none';
};

const refundFails: OfficeStep = async (world, picks) => {
  const refund = await one<{ id: string }>(
    world,
    picks,
    `select id from sandbox_refunds where status <> 'failed' and key is not null order by id`,
  );
  if (!refund) return null;
  const outcome = { status: 'failed', reason: 'the account is closed' } as const;
  await endRefund(world.app.db, refund.id, outcome, world.app.clock.now());
  return 'a refund';
};

const wait: OfficeStep = async (world, picks) => {
  const span = picks.of([MINUTE, 10 * MINUTE, 31 * MINUTE, 3 * 60 * MINUTE, DAY, 3 * DAY, 8 * DAY])!;
  for (let left = span; left > 0; left -= 3 * DAY) await world.pass(Math.min(left, 3 * DAY));
  return span < DAY ? 'minutes' : 'days';
};

export const outsideSteps: Readonly<Record<string, { weight: number; step: OfficeStep }>> = {
  buy: { weight: 9, step: buy },
  'press at the provider': { weight: 6, step: press },
  'pay by link': { weight: 6, step: payByLink },
  'ask for a refund': { weight: 6, step: askForRefund },
  'withdraw a request': { weight: 2, step: withdraw },
  'change a holder as customer': { weight: 2, step: changeHolder },
  'wait for a transfer instead': { weight: 1, step: waitForTransfer },
  'remove the card': { weight: 1, step: removeCard },
  'fill a cart': { weight: 1, step: fillCart },
  'provider repeats': { weight: 2, step: repeat },
  'payer disputes': { weight: 2, step: dispute },
  'refund in the dashboard': { weight: 1, step: refundInDashboard },
  'refund fails later': { weight: 2, step: refundFails },
  'time passes': { weight: 6, step: wait },
};
