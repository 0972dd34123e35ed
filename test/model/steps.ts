import { expect } from 'vitest';
import { bankOnWire } from '#features/refunds/testing.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { pressAt } from '../support/purchase.ts';
import { FULL_VOUCHER, type Good, goods, SHIPPING, SMALL_VOUCHER } from './goods.ts';
import {
  customers,
  DAY,
  type GatewayStatus,
  holderOf,
  type Item,
  type Line,
  MINUTE,
  type Model,
  type Order,
  type Payment,
  type Refund,
} from './model.ts';
import { operatorSteps } from './operator-steps.ts';
import { attemptsOf, type Picks, refundsOf, type Step, takeOverStatuses } from './step.ts';
import { reportToShop, ticketCodes, type World } from './world.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

// ---------------------------------------------------------------- buying

const buy: Step = async (model, world, picks) => {
  const buyer = picks.number(3);
  const wanted = chooseGoods(picks);
  const token = world.tokens[buyer];
  let cart: string | null = null;
  const held: { good: Good; departure: string | null }[] = [];
  for (const [position, one] of wanted.entries()) {
    const answer = await world.app.call(
      one.good.kind === 'tickets' ? 'add-product-to-cart' : 'add-merchandise-to-cart',
      {
        token,
        cart,
        data: 'none',
        external_code: one.good.code,
        ...(one.good.kind === 'tickets' && {
          full_name: holderOf({ buyer }, position).name,
          email: holderOf({ buyer }, position).email,
          age: one.good.asksAge ? '25-34' : null,
          transport_time_id: one.departure === null ? null : String(world.departures.get(one.departure)),
        }),
      },
    );
    const others = cart === null ? [] : held;
    const room = model.hasRoom([...others, one]);
    expect([one.good.code, answer.status]).toEqual([one.good.code, room ? 200 : 409]);
    if (!room) {
      if (held.length > 0) model.holds.push({ lines: held, expiresAt: model.now + 15 * MINUTE });
      return 'sold out';
    }
    cart = answer.body.cart.code;
    held.push(one);
  }
  if (picks.oneIn(8)) {
    model.holds.push({ lines: held, expiresAt: model.now + 15 * MINUTE });
    return 'left in the cart';
  }
  return await checkOut(model, world, picks, { buyer, cart: cart!, lines: held });
};

function chooseGoods(picks: Picks): { good: Good; departure: string | null }[] {
  const one = () => {
    const good = picks.of(goods)!;
    return { good, departure: picks.of(Object.keys(good.departures)) ?? null };
  };
  const first = one();
  if (first.good.plan.length > 0) return [first];
  const more = Array.from({ length: picks.number(3) }, one).filter(({ good }) => good.plan.length === 0);
  const all = [first, ...more];
  // An order may have one lodge.
  return all.filter(
    (each, index) => each.good.code !== 'lark-lodge' || all.findIndex((o) => o.good === each.good) === index,
  );
}

async function checkOut(
  model: Model,
  world: World,
  picks: Picks,
  bought: { buyer: number; cart: string; lines: { good: Good; departure: string | null }[] },
): Promise<string> {
  const { buyer, cart, lines } = bought;
  const isPlan = lines[0]!.good.plan.length > 0;
  const voucher = isPlan
    ? null
    : picks.oneIn(8)
      ? FULL_VOUCHER
      : lines.length === 1 && picks.oneIn(2)
        ? SMALL_VOUCHER
        : null;
  const wanted = picks.of(['credit_card', 'credit_card', 'bank_transfer'] as const)!;
  const isTermsAccepted = !picks.oneIn(6);
  const hasGoods = lines.some(({ good }) => good.kind === 'merchandise');
  const answer = await world.app.call('checkout-cart', {
    token: world.tokens[buyer],
    cart,
    data: 'none',
    customer: { country: 'NL', address },
    order: {
      payment_method: voucher === FULL_VOUCHER ? 'voucher' : wanted,
      shipping_name: customers[buyer]!.name,
      shipping_country: 'NL',
      shipping_address: address,
      accepted_ts_and_cs: isTermsAccepted,
    },
    voucher_code: voucher?.code ?? null,
  });
  if (voucher === SMALL_VOUCHER && !model.hasVoucher(voucher.code)) {
    expect([answer.status, answer.body.message]).toEqual([422, 'Invalid or expired voucher code.']);
    model.holds.push({ lines, expiresAt: model.now + 15 * MINUTE });
    return 'voucher used up';
  }
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  const wire = answer.body.order;
  const price = lines.reduce((sum, { good }) => sum + good.price + good.fee, hasGoods ? SHIPPING : 0);
  const off = Math.min(voucher?.amount ?? 0, price);
  expect(wire.total_price).toBe(price - off);
  const amounts = isPlan ? lines[0]!.good.plan : price === off ? [] : [price];
  const code: string = wire.code;
  const row = await world.app.db.row<{ pay_by: Date | null }>('select pay_by from orders where code = $1', [code]);
  const itemsTotal = price - (hasGoods ? SHIPPING : 0);
  const order: Order = {
    code,
    checksum: wire.checksum,
    buyer,
    method: price === off ? 'voucher' : wanted,
    isPlan,
    total: price - off,
    shippingPaid: hasGoods ? SHIPPING - Math.max(0, off - itemsTotal) : 0,
    voucher: voucher?.code ?? null,
    // The small voucher applies to one line only, so that its share is obvious.
    lines: lines.map(({ good, departure }) => ({
      good,
      departure,
      refundable: Math.max(0, good.price - Math.min(off, good.price + good.fee) - good.refundFee),
      hasUnit: true,
      item: null,
    })),
    payments: amounts.map((amount, index) => ({
      reference: `${code}-${index + 1}`,
      amount: isPlan ? amount : price - off,
      paid: 0,
      status: 'pending',
      attempts: [],
      attemptCount: 0,
      transactions: [],
    })),
    refunds: [],
    status: 'pending',
    paid: 0,
    refunded: 0,
    payBy: row?.pay_by?.getTime() ?? null,
    isSold: false,
    released: false,
    isTermsAccepted,
  };
  model.orders.push(order);
  if (order.total === 0) {
    order.status = 'paid';
    model.issue(order);
  } else if (order.method === 'credit_card') {
    addAttempt(model, order, order.payments[0]!, answer.body.payment.url);
  }
  return order.isPlan ? 'plan' : order.method;
}

function addAttempt(model: Model, order: Order, payment: Payment, url: string): void {
  payment.attemptCount += 1;
  payment.attempts.push({
    reference: `${payment.reference}-${payment.attempts.length + 1}`,
    url,
    amount: payment.amount - payment.paid,
    truth: 'open',
    known: 'open',
    payableUntil: Math.max(order.payBy ?? 0, model.now + 15 * MINUTE),
  });
}

// ---------------------------------------------------------------- at the gateway

const press: Step = async (model, world, picks) => {
  const found = picks.of(
    attemptsOf(model).filter(({ attempt }) => attempt.truth === 'open' && attempt.payableUntil > model.now),
  );
  if (!found) return null;
  const { attempt } = found;
  const outcome = picks.of(['paid', 'paid', 'paid', 'declined', 'cancelled', 'delayed', 'lost'] as const)!;
  const truth: Record<typeof outcome, GatewayStatus> = {
    paid: 'paid',
    declined: 'declined',
    cancelled: 'cancelled',
    delayed: 'processing',
    lost: 'paid',
  };
  attempt.truth = truth[outcome];
  // Some browsers never return, and the shop has to find out by itself.
  if (picks.oneIn(2)) await pressAt(world.app, attempt.url, outcome);
  else {
    await world.app.fetch(new URL(attempt.url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ outcome }),
    });
  }
  return outcome;
};

/** Reports money after the shop has closed the payment, sometimes twice. */
const lateMoney: Step = async (model, world, picks) => {
  const closed = attemptsOf(model).filter(({ attempt }) =>
    ['expired', 'declined', 'cancelled'].includes(attempt.known),
  );
  const found = picks.of(closed);
  if (!found) return null;
  const { order, payment, attempt } = found;
  const transaction = `late-${attempt.reference}`;
  attempt.truth = 'paid';
  const was = order.status;
  const message = { reference: attempt.reference, status: 'paid', transaction, amount: attempt.amount };
  for (let turn = 0; turn <= picks.number(2); turn += 1) expect(await reportToShop(world, message)).toBe(200);
  payment.transactions.push({ id: transaction, attempt, amount: attempt.amount });
  model.applyStatus(order, payment, attempt, 'paid');
  return `for ${was}: ${order.status}`;
};

/** Reports the same movement again, or another one for a payment that is paid. */
const moneyAgain: Step = async (model, world, picks) => {
  const reported = attemptsOf(model).filter(({ attempt }) => attempt.known === 'paid');
  const found = picks.of(reported);
  if (!found) return null;
  const { order, payment, attempt } = found;
  const before = payment.transactions.find((one) => one.attempt === attempt);
  const isSame = before !== undefined && picks.oneIn(2);
  const transaction = isSame ? before.id : `again-${attempt.reference}-${payment.transactions.length}`;
  expect(
    await reportToShop(world, { reference: attempt.reference, status: 'paid', transaction, amount: attempt.amount }),
  ).toBe(200);
  if (isSame) return 'the same';
  payment.transactions.push({ id: transaction, attempt, amount: attempt.amount });
  model.arrive(order, payment, attempt.amount, transaction);
  return 'another';
};

/** Reports another amount or currency than requested, which never counts and is always a problem. */
const wrongMoney: Step = async (model, world, picks) => {
  const found = picks.of(
    attemptsOf(model).filter(({ attempt }) => attempt.known === 'open' && attempt.truth === 'open'),
  );
  if (!found || picks.oneIn(2)) return null;
  const { order, payment, attempt } = found;
  const isForeign = picks.oneIn(2);
  const amount = isForeign ? attempt.amount : attempt.amount - 1;
  const message = { reference: attempt.reference, status: 'paid', transaction: `wrong-${attempt.reference}`, amount };
  expect(await reportToShop(world, { ...message, currency: isForeign ? 'USD' : 'EUR' })).toBe(200);
  attempt.truth = 'problem';
  model.applyStatus(order, payment, attempt, 'problem');
  const attention = isForeign ? 'currency' : 'amount';
  model.receipts.push({
    transaction: message.transaction,
    order,
    payment,
    attention,
    suspended: amount,
    isSettled: false,
  });
  return isForeign ? 'currency' : 'amount';
};

const payByLink: Step = async (model, world, picks) => {
  const order = picks.of(model.orders.filter((one) => one.payments.length > 0));
  if (!order) return null;
  const payment = picks.oneIn(3)
    ? picks.of(order.payments)!
    : (order.payments.find((one) => one.status !== 'paid') ?? order.payments[0]!);
  const early = model.whyNotPay(order, payment);
  if (!early) {
    // The shop first closes the payment's open attempts at the gateway.
    for (const attempt of payment.attempts) if (attempt.truth === 'open') attempt.truth = 'expired';
  }
  const link = { order: order.code, reference: payment.reference, checksum: order.checksum, data: 'none' };
  const answer = await world.app.call('pay-payment-plan-order-payment', link);
  await takeOverStatuses(model, world, answer.status === 200 ? 1 : 0);
  const why = early ?? model.whyNotPay(order, payment);
  expect([answer.status, answer.body.message]).toEqual(why ? [409, why] : [200, undefined]);
  if (why) return `refused: ${why.slice(0, 22)}`;
  addAttempt(model, order, payment, answer.body.payment.url);
  return 'started';
};

// ---------------------------------------------------------------- time

const wait: Step = async (model, world, picks) => {
  const span = picks.of([MINUTE, 5 * MINUTE, 16 * MINUTE, 31 * MINUTE, 31 * MINUTE, 3 * 60 * MINUTE, DAY, 10 * DAY])!;
  model.now += span;
  await world.app.travel(span);
  // A login expires after 30 days without use.
  for (const token of world.tokens) await world.app.call('get-data', { token, catalogue_version: 'none' });
  return span < DAY ? 'minutes' : 'days';
};

// ---------------------------------------------------------------- tickets

interface Held {
  order: Order;
  line: Line;
  item: Item;
  position: number;
}

const ticketsOf = (model: Model): Held[] =>
  model.orders.flatMap((order) =>
    order.lines.flatMap((line, position) =>
      line.item && line.good.kind === 'tickets' ? [{ order, line, item: line.item, position }] : [],
    ),
  );

/** Returns why the ticket may not be changed now, or null if it may. */
function whyNotChange(model: Model, { order, item }: Held): string | null {
  if (['refund', 'refunding', 'refund-problem', 'refunded'].includes(item.status)) return 'in a refund';
  if (item.pending) return 'pending';
  if (item.status !== 'active' || !['paid', 'partial'].includes(order.status)) return 'not active';
  return item.editedAt !== null && model.now < item.editedAt + 15 * MINUTE ? 'edited' : null;
}

const holders = ['Noor Smit', 'Eva Jansen', 'Kim de Boer', 'Lou Visser', 'Max Mulder'];

const changeHolder: Step = async (model, world, picks) => {
  const held = picks.of(ticketsOf(model));
  if (!held) return null;
  const { order, line, item, position } = held;
  const code = (await ticketCodes(world, order.code))[position]!;
  const caller = picks.oneIn(8) ? (item.manager + 1) % 3 : item.manager;
  const to = picks.oneIn(3) && line.good.emailChanges ? picks.number(3) : null;
  const full_name = picks.oneIn(4) ? item.name : picks.of(holders)!;
  const email = to === null ? item.email : customers[to]!.email;
  const body = { code, order_id: order.code, full_name, email, age: '25-34', reassign: to !== null, note: '' };
  await freshLogins(world.app);
  const answer = await world.app.call('change-ticket', { token: world.tokens[caller], data: 'none', ...body });
  const isName = full_name !== item.name;
  const isEmail = email !== item.email;
  // A ticket is not reassigned to its manager's own address; the page does not offer it.
  const reassigns = to !== null && to !== item.manager;
  const namesLeft = line.good.nameLimit === null || item.nameChanges < line.good.nameLimit;
  const why =
    caller !== item.manager
      ? 404
      : whyNotChange(model, held) || (isName && !namesLeft) || (isEmail && !line.good.emailChanges)
        ? 409
        : !isName && !isEmail && !reassigns
          ? 422
          : 200;
  expect([order.code, answer.status, answer.body.message]).toEqual([
    order.code,
    why,
    why === 200 ? undefined : expect.anything(),
  ]);
  if (why !== 200) return `refused ${why}`;
  if (isName) item.nameChanges += 1;
  const isNewHolder = isName || isEmail || reassigns;
  if (isNewHolder) item.generation += 1;
  const isNewCode = (await ticketCodes(world, order.code))[position] !== code;
  expect([code, isNewCode]).toEqual([code, isNewHolder]);
  if (reassigns) item.manager = to;
  Object.assign(item, { name: full_name, email });
  return reassigns ? 'reassigned' : 'holder';
};

const swapTime: Step = async (model, world, picks) => {
  const held = picks.of(ticketsOf(model).filter(({ line }) => line.departure !== null));
  if (!held) return null;
  const { order, line, item, position } = held;
  const code = (await ticketCodes(world, order.code))[position]!;
  const to = picks.of(Object.keys(line.good.departures))!;
  const caller = picks.oneIn(8) ? (item.manager + 1) % 3 : item.manager;
  const answer = await world.app.call('set-travel-time', {
    token: world.tokens[caller],
    data: 'none',
    code,
    transport_time_id: String(world.departures.get(to)),
  });
  const why = whyNotChange(model, held);
  const isThere = line.departure === to;
  const status =
    caller !== item.manager
      ? 404
      : isThere
        ? why && why !== 'edited'
          ? 409
          : 200
        : why || !model.hasSeats(line.good, to, 1)
          ? 409
          : 200;
  expect([order.code, to, answer.status]).toEqual([order.code, to, status]);
  if (status !== 200) return `refused ${status}`;
  if (isThere) return 'stays';
  line.departure = to;
  item.generation += 1;
  item.editedAt = model.now;
  return 'swapped';
};

// ---------------------------------------------------------------- refunds

const requestRefund: Step = async (model, world, picks) => {
  const order = picks.of(model.orders.filter((one) => one.lines.some((line) => line.item !== null)));
  if (!order) return null;
  const issued = order.lines.filter((line) => line.item !== null);
  const kind = picks.of(issued)!.good.kind;
  const mask = 1 + picks.number(7);
  const isMixed = picks.oneIn(10);
  const chosen = issued.filter((line, index) => (isMixed || line.good.kind === kind) && (mask >> (index % 3)) & 1);
  const codes = await ticketCodes(world, order.code);
  const codesOf = (of: Good['kind']) =>
    chosen.filter((line) => line.good.kind === of).map((line) => codes[order.lines.indexOf(line)]);
  // The buyer of a ticket that was reassigned does not know its code, only a placeholder.
  if (chosen.some((line) => line.item!.manager !== order.buyer)) return null;
  const wanted = model.refundOf(order, chosen);
  await freshLogins(world.app);
  const answer = await world.app.call('request-refund', {
    token: world.tokens[order.buyer],
    data: 'none',
    order_id: order.code,
    tickets: codesOf('tickets').join(','),
    merchandise: codesOf('merchandise').join(','),
    ...bankOnWire,
  });
  if (!wanted) {
    expect(answer.status, `${order.code} ${JSON.stringify(answer.body)}`).toBeGreaterThanOrEqual(409);
    return 'refused';
  }
  expect([order.code, answer.status, answer.body.message]).toEqual([order.code, 200, undefined]);
  const refund: Refund = { ...wanted, code: answer.body.refund_id, status: 'active', isWholePlan: order.isPlan };
  order.refunds.push(refund);
  model.setRefund(order, refund, 'active');
  return order.isPlan ? 'a plan' : kind;
};

const acceptTerms: Step = async (model, world, picks) => {
  const order = picks.of(model.orders.filter((one) => !one.isTermsAccepted));
  if (!order) return null;
  const { code, checksum } = order;
  const answer = await world.app.call('accept-terms-and-conditions', { order: code, checksum, data: 'none' });
  const isRefunded = order.lines.every(({ item }) => item?.status === 'refunded');
  const isOver = isRefunded || order.status === 'cancelled' || order.status === 'abandoned';
  expect([code, answer.status], answer.body.message).toEqual([code, isOver ? 409 : 200]);
  if (isOver) return 'refused';
  order.isTermsAccepted = true;
  return 'accepted';
};

const cancelRefund: Step = async (model, world, picks) => {
  const found = picks.of(refundsOf(model));
  if (!found) return null;
  const { order, refund } = found;
  const isOthers = picks.oneIn(8);
  const answer = await world.app.call('cancel-refund', {
    token: world.tokens[isOthers ? (order.buyer + 1) % 3 : order.buyer],
    data: 'none',
    refund_id: refund.code,
  });
  const status = isOthers ? 404 : refund.status === 'active' || refund.status === 'cancelled' ? 200 : 409;
  expect([refund.code, answer.status]).toEqual([refund.code, status]);
  if (status === 200 && refund.status === 'active') {
    model.setRefund(order, refund, 'cancelled');
    return 'cancelled';
  }
  return `stays ${refund.status}`;
};

/** Every step with its weight. */
export const steps: Readonly<Record<string, { weight: number; step: Step }>> = {
  buy: { weight: 6, step: buy },
  press: { weight: 9, step: press },
  'late money': { weight: 2, step: lateMoney },
  'money again': { weight: 1, step: moneyAgain },
  'wrong money': { weight: 1, step: wrongMoney },
  'pay by link': { weight: 4, step: payByLink },
  wait: { weight: 4, step: wait },
  'change holder': { weight: 6, step: changeHolder },
  'swap time': { weight: 4, step: swapTime },
  'request refund': { weight: 5, step: requestRefund },
  'cancel refund': { weight: 2, step: cancelRefund },
  'accept terms': { weight: 2, step: acceptTerms },
  ...operatorSteps,
};
