import { expect } from 'vitest';
import { cancelOrder, recordTransfer, settleProblem } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { CardBehaviour } from '#features/payments/server/sandbox/sandbox-card-store.ts';
import { disputePayment, endRefund, refundPayment } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import {
  createRefund,
  finishRefund,
  holdRefund,
  movementsOf,
  refundByCode,
  retryMovement,
  startRefund,
} from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { pressAt } from '../support/purchase.ts';
import { type CardPayment, DAY, disputedOf, HOUR, MINUTE, type MoneyOrder, refundedOf } from './money-model.ts';
import type { MoneyWorld } from './money-world.ts';
import { payOut, warnOfFraud } from './payout-steps.ts';
import type { Picks } from './step.ts';

/** Does one action. Returns its outcome in a word or two, for the count; null if it found nothing to act on. */
export type MoneyStep = (world: MoneyWorld, picks: Picks) => Promise<string | null>;

const ACTOR = commandLine('operator');
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const behaviours: readonly CardBehaviour[] = ['pays', 'pays', 'declines', 'needs_customer'];

/** A plan that starts later would be due too late for the festival. */
const LAST_PLAN = Date.parse('2027-03-01T00:00:00Z');
/** A walk ends before the festival. */
const LAST_DAY = Date.parse('2027-07-01T00:00:00Z');

const buyerOf = ({ model, tokens }: MoneyWorld, order: MoneyOrder): string =>
  tokens[model.orders.indexOf(order) % tokens.length]!;

// ---------------------------------------------------------------- buying and paying

const buy: MoneyStep = async (world, picks) => {
  const { app, model, provider, tokens } = world;
  // The customers buy in turn, so that the buyer is known even without an answer to the checkout.
  const token = tokens[model.orders.length % tokens.length]!;
  const plan = model.now < LAST_PLAN ? 'sandlark-pass-plan' : 'saturday';
  const item = picks.of([plan, plan, 'sandlark-pass', 'saturday', 'lark-tee-m'])!;
  const isTee = item === 'lark-tee-m';
  let cart: string | null = null;
  for (let count = item === 'sandlark-pass-plan' ? 0 : picks.number(2); count >= 0; count -= 1) {
    const added = await app.call(isTee ? 'add-merchandise-to-cart' : 'add-product-to-cart', {
      ...{ token, cart, data: 'none', external_code: item, email: 'holder@example.org', age: '25-34' },
      full_name: `Holder ${'abcd'[count]}`,
    });
    expect([item, added.status, added.body.message]).toEqual([item, 200, undefined]);
    cart = added.body.cart.code;
  }
  const agrees = item === 'sandlark-pass-plan' && !picks.oneIn(4);
  if (picks.oneIn(10)) provider.lost.add('start');
  const hasNoPage = provider.isDown || provider.lost.has('start');
  const placed = await app.call('checkout-cart', {
    ...{ token, cart, data: 'none', customer: { country: 'NL', address }, voucher_code: null },
    order: {
      ...{ payment_method: 'credit_card', shipping_name: 'A Buyer', shipping_country: 'NL', shipping_address: address },
      ...{ accepted_ts_and_cs: true, save_card: agrees },
    },
  });
  expect([placed.status, placed.body.message]).toEqual([200, undefined]);
  const wire = placed.body.order as Order;
  const order: MoneyOrder = {
    code: wire.code,
    checksum: (wire as unknown as { checksum: string }).checksum,
    total: wire.total_price,
    isPlan: wire.payments.length > 1,
    parts: wire.payments.map(({ reference, amount, due_at }) => ({ reference, amount, dueAt: Date.parse(due_at) })),
    ...{ pages: new Map(), agrees, cards: new Map(), transfers: new Map(), paidByBank: new Map() },
  };
  model.orders.push(order);
  const url = placed.body.payment?.url as string | undefined;
  expect([order.code, url === undefined]).toEqual([order.code, hasNoPage]);
  if (!url) return 'provider down';
  await recordPage(world, order, url, agrees);
  if (!picks.oneIn(4)) await pressPage(world, order, [...order.pages.keys()][0]!, picks);
  return order.isPlan ? 'a plan' : 'at once';
};

async function recordPage({ app }: MoneyWorld, order: MoneyOrder, url: string, savesCard: boolean): Promise<void> {
  const id = url.split('/').at(-1)!;
  const row = (await app.db.row<{ reference: string; amount: number; save_card: boolean }>(
    'select merchant_reference as reference, amount, save_card from sandbox_payments where id = $1',
    [id],
  ))!;
  expect([row.reference, row.save_card]).toEqual([row.reference, savesCard]);
  const part = order.parts.find(({ reference }) => row.reference.startsWith(`${reference}-`))!.reference;
  order.pages.set(row.reference, { url, amount: row.amount, part, isOver: false });
}

const payByLink: MoneyStep = async (world, picks) => {
  const { app, model, provider } = world;
  const codes = await app.db.rows<{ code: string }>(
    `select code from orders where payment_status in ('pending', 'partial') order by id`,
  );
  const payable = picks.of(codes)?.code;
  const order = picks.oneIn(5) ? picks.of(model.orders) : model.orders.find(({ code }) => code === payable);
  if (!order) return null;
  const part = picks.of(order.parts.filter(({ reference, amount }) => model.paidFor(order, reference) < amount));
  if (!part) return null;
  const saves = order.isPlan && picks.oneIn(3);
  if (picks.oneIn(12)) provider.lost.add(picks.of(['start', 'close'] as const)!);
  await app.db.run('delete from rate_limits');
  const answer = await app.call('pay-payment-plan-order-payment', {
    ...{ token: buyerOf(world, order), data: 'none', order: order.code, checksum: order.checksum },
    ...{ reference: part.reference, save_card: saves },
  });
  provider.lost.clear();
  expect(answer.status).toBeLessThan(504);
  if (answer.status !== 200) return `refused ${answer.status}`;
  if (!answer.body.payment) return 'nothing to pay';
  if (saves) order.agrees = true;
  const { save_card: isSaved } = (await app.db.row<{ save_card: boolean }>(
    'select save_card from sandbox_payments where id = $1',
    [answer.body.payment.url.split('/').at(-1)],
  ))!;
  await recordPage(world, order, answer.body.payment.url, isSaved);
  return saves ? 'started, saves the card' : 'started';
};

const press: MoneyStep = async (world, picks) => {
  const order = picks.of(world.model.orders.filter(({ pages }) => [...pages.values()].some(({ isOver }) => !isOver)));
  if (!order) return null;
  const [reference] = picks.of([...order.pages].filter(([, { isOver }]) => !isOver))!;
  return pressPage(world, order, reference, picks);
};

async function pressPage(
  { app, model }: MoneyWorld,
  order: MoneyOrder,
  reference: string,
  picks: Picks,
): Promise<string> {
  const page = order.pages.get(reference)!;
  page.isOver = true;
  const now = app.clock.now();
  const state = (await app.db.row<{ status: string; save_card: boolean; is_late: boolean }>(
    'select status, save_card, expires_at <= $2 as is_late from sandbox_payments where merchant_reference = $1',
    [reference, now],
  ))!;
  if (state.status !== 'open' || state.is_late) return 'too late';
  const outcome = picks.of(['paid', 'paid', 'paid', 'paid', 'delayed', 'lost', 'declined', 'cancelled'] as const)!;
  const behaviour = picks.of(behaviours)!;
  if (outcome === 'paid' || outcome === 'delayed' || outcome === 'lost') {
    model.recordPayment(order, reference, page.amount);
  }
  await pressAt(app, page.url, outcome, behaviour);
  const { card } = (await app.db.row<{ card: string | null }>(
    'select card_id as card from sandbox_payments where merchant_reference = $1',
    [reference],
  ))!;
  expect([reference, card !== null]).toEqual([reference, state.save_card && model.hasPaid(reference)]);
  if (card !== null) order.cards.set(card, { behaviour, savedAt: model.now, isRemoved: false });
  return outcome;
}

const transfer: MoneyStep = async (world, picks) => {
  const { app, model, operator } = world;
  // This pays only what nobody can pay by card now, because another walk covers double payments.
  const order = picks.of(model.orders.filter(({ pages }) => ![...pages.values()].some(({ isOver }) => !isOver)));
  const part = order && picks.of(order.parts.filter(({ reference }) => model.paidFor(order, reference) === 0));
  if (!order || !part || model.isContested(order)) return null;
  const row = await app.db.row<{ status: string; open: boolean; refunds: boolean }>(
    `select o.payment_status as status,
       exists (select from payment_attempts a join payments p on p.id = a.payment_id
         where p.order_id = o.id and a.status in ('created', 'open', 'processing')) as open,
       exists (select from refunds r where r.order_id = o.id and r.status <> 'cancelled') as refunds
     from orders o where o.code = $1`,
    [order.code],
  );
  if (!['pending', 'partial'].includes(row!.status) || row!.open || row!.refunds) return null;
  const now = app.clock.now();
  const transaction = `bank-${part.reference}`;
  const wanted = { words: part.reference, amount: minor(part.amount), transaction, receivedAt: now, actor: ACTOR };
  expect(await recordTransfer(operator.transfers, wanted, now)).toMatchObject({ ok: true });
  order.transfers.set(part.reference, part.amount);
  return 'a part';
};

// ---------------------------------------------------------------- refunds

const requestRefund: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const order = picks.of(model.orders);
  if (!order) return null;
  const token = buyerOf(world, order);
  await freshLogins(app);
  const { body } = await app.call('get-data', { token });
  const wire = (body.data.orders as Order[]).find(({ code }) => code === order.code);
  if (!wire) return null;
  const codes = wire.tickets.map(({ code }) => code);
  const way = picks.oneIn(4) ? 'bank' : 'card';
  const answer = await app.call('request-refund', {
    ...{ token, data: 'none', order_id: wire.id, way },
    tickets: (order.isPlan ? codes : codes.slice(0, 1 + picks.number(2))).join(','),
    merchandise: codes.length > 0 ? '' : wire.merchandisePurchases.map(({ code }) => code).join(','),
    ...bankOnWire,
  });
  expect(answer.status).toBeLessThan(500);
  return answer.status === 200 ? `to ${way}` : `refused ${answer.status}`;
};

const createByOperator: MoneyStep = async (world, picks) => {
  const { app, model, operator } = world;
  const order = picks.of(model.orders);
  if (!order) return null;
  const amount = picks.oneIn(2) ? 100 * (1 + picks.number(60)) : null;
  const request = {
    orderCode: order.code,
    codes: [],
    fees: picks.of(['kept', 'returned'] as const)!,
    shipping: null,
    amount,
  };
  const to = picks.oneIn(5) ? ('bank' as const) : undefined;
  const made = await createRefund(
    operator.parts.refunds,
    { ...request, to, reason: 'Rain.', actor: ACTOR },
    app.clock.now(),
  );
  return made.ok ? (amount === null ? 'everything' : 'a sum') : `refused: ${made.error.kind}`;
};

const refundCodes = async ({ app }: MoneyWorld, statuses: readonly string[]): Promise<string[]> =>
  (await app.db.rows<{ code: string }>('select code from refunds where status = any($1) order by id', [statuses])).map(
    ({ code }) => code,
  );

const accept: MoneyStep = async (world, picks) => {
  const { app, operator, provider } = world;
  const code = picks.of(await refundCodes(world, ['active', 'active', 'problem']));
  if (!code) return null;
  provider.nextRefund = picks.of(['at once', 'later', 'later', 'refused'] as const)!;
  if (picks.oneIn(4)) provider.lost.add('refund');
  const outcome = `${provider.nextRefund}${provider.lost.has('refund') ? ', answer lost' : ''}`;
  const done = await startRefund(operator.parts.refunds, { code, actor: ACTOR }, app.clock.now());
  await app.settle();
  provider.nextRefund = 'at once';
  provider.lost.clear();
  return done.ok ? outcome : `refused: ${done.error.kind}`;
};

const payByBank: MoneyStep = async (world, picks) => {
  const { app, model, operator } = world;
  const code = picks.of(await refundCodes(world, ['processing', 'problem']));
  if (!code) return null;
  const before = await movementsOf(app.db, (await refundByCode(app.db, code))!.id);
  const sum = before
    .filter(({ gateway, status }) => gateway === null && status === 'pending')
    .reduce((all, { amount }) => all + amount, 0);
  const done = await finishRefund(operator.parts.refunds, { code, actor: ACTOR }, app.clock.now());
  expect([code, done.ok], JSON.stringify(done)).toEqual([code, sum > 0]);
  if (sum === 0) return 'nothing by bank';
  const order = model.orderOf(code)!;
  order.paidByBank.set(code, (order.paidByBank.get(code) ?? 0) + sum);
  return before.some(({ gateway }) => gateway !== null) ? 'the rest' : 'all';
};

const returnByBank: MoneyStep = async (world, picks) => {
  const { app, model, operator } = world;
  const code = picks.of(await refundCodes(world, ['processing', 'processed', 'problem']));
  if (!code) return null;
  const movements = (await movementsOf(app.db, (await refundByCode(app.db, code))!.id)).filter(
    ({ gateway }) => gateway === null,
  );
  const isPending = movements.some(({ status }) => status === 'pending');
  const returned = isPending ? undefined : movements.filter(({ status }) => status === 'done').at(-1);
  const done = await holdRefund(operator.parts.refunds, { code, actor: ACTOR }, app.clock.now());
  expect([code, done.ok]).toEqual([code, isPending || returned !== undefined]);
  if (!done.ok) return 'nothing by bank';
  if (!returned) return 'it could not be paid';
  const order = model.orderOf(code)!;
  order.paidByBank.set(code, order.paidByBank.get(code)! - returned.amount);
  return 'returned';
};

const retry: MoneyStep = async (world, picks) => {
  const { app, operator, provider } = world;
  const rows = await app.db.rows<{ key: string }>(
    `select key from refund_movements where status = 'failed' and refund_id is not null order by id`,
  );
  const found = picks.of(rows);
  if (!found) return null;
  const byBank = picks.oneIn(3);
  provider.nextRefund = picks.of(['at once', 'later', 'refused'] as const)!;
  const request = { key: found.key, byBank, actor: ACTOR };
  const done = await retryMovement(operator.parts.refunds, request, app.clock.now());
  await app.settle();
  provider.nextRefund = 'at once';
  return done.ok ? (byBank ? 'by bank' : 'to the card') : `refused: ${done.error.kind}`;
};

/** Makes a refund fail as if the card had been closed, even long after the refund was made. */
const failLater: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const all = model.payments.flatMap(({ refunds }) =>
    [...refunds].filter(([, { byShop, hasFailed }]) => byShop && !hasFailed).map(([key, refund]) => ({ key, refund })),
  );
  const found = picks.of(all);
  if (!found) return null;
  const row = (await app.db.row<{ id: string; status: string }>(
    'select id, status from sandbox_refunds where key = $1',
    [found.key],
  ))!;
  found.refund.hasFailed = true;
  await endRefund(app.db, row.id, { status: 'failed', reason: 'the account is closed' }, app.clock.now());
  return `after it was ${row.status}`;
};

// ---------------------------------------------------------------- at the provider

const paidAtProvider = async ({ app, model }: MoneyWorld): Promise<{ payment: CardPayment; id: string }[]> => {
  const rows = await app.db.rows<{ reference: string; id: string }>(
    `select merchant_reference as reference, id from sandbox_payments where transaction is not null order by created_at, merchant_reference`,
  );
  return rows.flatMap(({ reference, id }) => {
    const payment = model.payments.find((one) => one.reference === reference);
    return payment ? [{ payment, id }] : [];
  });
};

const dispute: MoneyStep = async (world, picks) => {
  const { app } = world;
  const isNew = picks.oneIn(3);
  const found = picks.of((await paidAtProvider(world)).filter(({ payment }) => (payment.dispute === null) === isNew));
  if (!found) return null;
  const { payment, id } = found;
  const before = payment.dispute?.state ?? 'none';
  const hasRefunds = [...payment.refunds.values()].some(({ hasFailed }) => !hasFailed);
  const next: Record<string, readonly NonNullable<CardPayment['dispute']>['state'][]> = {
    none: ['open', 'open', 'money_taken', 'won', 'lost'],
    open: ['money_taken', 'money_taken', 'won', 'lost'],
    money_taken: ['won', 'won', 'lost'],
    // The bank may appeal, but not once the money has gone back in another way.
    won: hasRefunds ? [] : ['lost'],
    lost: ['won'],
  };
  const state = picks.of(next[before]!);
  if (!state) return null;
  payment.dispute = { amount: payment.amount, state };
  if (disputedOf(payment) > 0) payment.wasTakenBack = true;
  await disputePayment(app.db, id, state, app.clock.now());
  return `${before} to ${state}${refundedOf(payment) > 0 ? ' after a refund' : ''}`;
};

const refundInDashboard: MoneyStep = async (world, picks) => {
  const { app } = world;
  const found = picks.of(
    (await paidAtProvider(world)).filter(({ payment: one }) => one.dispute === null && refundedOf(one) < one.amount),
  );
  if (!found || picks.oneIn(2)) return null;
  const { payment, id } = found;
  const left = payment.amount - refundedOf(payment);
  const amount = picks.oneIn(2) ? left : Math.max(1, Math.floor(left / 3));
  const made = await refundPayment(app.db, { key: null, payment: { id }, amount, isDoneAtOnce: true }, app.clock.now());
  payment.wasTakenBack = true;
  payment.refunds.set(made!.id, { amount, byShop: false, hasFailed: false });
  return amount === left ? 'all' : 'a part';
};

const repeatReport: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const found = picks.of(await paidAtProvider(world));
  if (!found) return null;
  const does = picks.of(['repeat', 'repeat', 'repeat', 'foreign'] as const)!;
  const answer = await app.fetch('/dev/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ does, payment: found.id }),
  });
  expect(answer.status).toBe(303);
  if (does === 'foreign') {
    model.foreign += 1_234;
    // The payment's reference contains the time.
    await pass(world, 1_000);
  }
  return does;
};

const removeCard: MoneyStep = async (world, picks) => {
  const { app, model } = world;
  const order = picks.of(model.orders.filter(hasCard));
  if (!order || picks.oneIn(2)) return null;
  if (picks.oneIn(2)) {
    await freshLogins(app);
    const removed = await app.call('remove-saved-card', {
      ...{ token: buyerOf(world, order), order: order.code, data: 'none' },
    });
    expect(removed.status).toBe(200);
    order.agrees = false;
    for (const card of order.cards.values()) card.isRemoved = true;
    return 'at the shop';
  }
  const [id, card] = picks.of([...order.cards].filter(([, { isRemoved }]) => !isRemoved))!;
  const { payment } = (await app.db.row<{ payment: string }>(
    'select id as payment from sandbox_payments where card_id = $1 limit 1',
    [id],
  ))!;
  const removed = await app.fetch('/dev/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ does: 'card_removed', payment, id }),
  });
  expect(removed.status).toBe(303);
  card.isRemoved = true;
  return 'at the provider';
};

const hasCard = ({ cards }: MoneyOrder): boolean => [...cards.values()].some(({ isRemoved }) => !isRemoved);

const toggleProvider: MoneyStep = async ({ provider, model }, picks) => {
  if (!provider.isDown && picks.oneIn(2)) return null;
  provider.isDown = !provider.isDown;
  if (provider.isDown) model.outages.push({ from: model.now, to: Number.POSITIVE_INFINITY });
  else model.outages.at(-1)!.to = model.now;
  return provider.isDown ? 'down' : 'up again';
};

const loseChargeAnswer: MoneyStep = async ({ provider, model }, picks) => {
  if (!model.orders.some(hasCard) || picks.oneIn(2)) return null;
  provider.lost.add('charge');
  return 'the next';
};

// ---------------------------------------------------------------- operator and time

const endProblem: MoneyStep = async (world, picks) => {
  const { app, operator } = world;
  const rows = await app.db.rows<{ code: string }>(
    `select code from orders where payment_status = 'problem' order by id`,
  );
  const found = picks.of(rows);
  if (!found) return null;
  const to = picks.of(['paid', 'partial', 'partial', 'cancelled'] as const)!;
  const request = { code: found.code, to, reason: '', actor: ACTOR };
  const done = await settleProblem(operator.orders, request, app.clock.now());
  return done.ok ? to : `${to} refused: ${done.error.kind}`;
};

const cancel: MoneyStep = async (world, picks) => {
  const { app, model, operator } = world;
  const order = picks.of(model.orders);
  if (!order || !picks.oneIn(3)) return null;
  const done = await cancelOrder(operator.orders, { code: order.code, reason: 'Rain', actor: ACTOR }, app.clock.now());
  return done.ok ? 'done' : `refused: ${done.error.kind}`;
};

/** Lets time pass in pieces that are short enough for no reminder to be missed. */
export async function pass(world: MoneyWorld, span: number): Promise<void> {
  const { app, model } = world;
  for (let left = span; left > 0; left -= 3 * DAY) {
    const piece = Math.min(left, 3 * DAY);
    model.now += piece;
    await app.travel(piece);
    if (piece >= DAY) await world.stayLoggedIn();
  }
}

const wait: MoneyStep = async (world, picks) => {
  const span = picks.of([MINUTE, 5 * MINUTE, 31 * MINUTE, 3 * HOUR, DAY, 4 * DAY, 9 * DAY])!;
  if (world.model.now + span > LAST_DAY) return null;
  await pass(world, span);
  return span < DAY ? 'minutes' : 'days';
};

/** Waits until a minute after the next instalment of a plan is due. */
const waitUntilDue: MoneyStep = async (world) => {
  const { model } = world;
  const dates = model.orders
    .filter(({ isPlan }) => isPlan)
    .flatMap(({ parts }) => parts.map(({ dueAt }) => dueAt))
    .filter((dueAt) => dueAt > model.now && dueAt < LAST_DAY);
  if (dates.length === 0) return null;
  await pass(world, Math.min(...dates) + MINUTE - model.now);
  return 'a part';
};

/** Every step with its weight. */
export const moneySteps: Readonly<Record<string, { weight: number; step: MoneyStep }>> = {
  buy: { weight: 4, step: buy },
  press: { weight: 9, step: press },
  'pay by link': { weight: 3, step: payByLink },
  transfer: { weight: 1, step: transfer },
  'request refund': { weight: 4, step: requestRefund },
  'refund by the operator': { weight: 2, step: createByOperator },
  'accept refund': { weight: 6, step: accept },
  'paid by bank': { weight: 2, step: payByBank },
  'returned by bank': { weight: 1, step: returnByBank },
  'try again': { weight: 2, step: retry },
  'fails later': { weight: 2, step: failLater },
  dispute: { weight: 5, step: dispute },
  payout: { weight: 2, step: payOut },
  'fraud warning': { weight: 1, step: warnOfFraud },
  'refund in the dashboard': { weight: 1, step: refundInDashboard },
  'provider repeats': { weight: 2, step: repeatReport },
  'card removed': { weight: 1, step: removeCard },
  'provider down': { weight: 2, step: toggleProvider },
  'charge answer lost': { weight: 2, step: loseChargeAnswer },
  'end problem': { weight: 3, step: endProblem },
  'cancel order': { weight: 1, step: cancel },
  wait: { weight: 4, step: wait },
  'wait until due': { weight: 4, step: waitUntilDue },
};
