import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { cancelOrder, recordTransfer } from '#features/desk/server/public.ts';
import { finishRefund, holdRefund, startRefund } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { verifyTicketCode } from '#features/tickets/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { freshLogins } from '../support/fresh-logins.ts';
import { order as place, pressAt } from '../support/purchase.ts';
import { rounds, seed } from '../support/rounds.ts';
import { goods } from './goods.ts';
import { customers } from './model.ts';
import { randomFrom } from './seeded-random.ts';
import { givenWorlds, keepDocuments, type World, type Worlds } from './world.ts';

// Does the same as the walks, but concurrently: dozens of calls at a time change a handful of orders. Their outcome
// cannot be predicted, but nothing may break, and in the end everything must add up.

const AT_ONCE = 30;

let worlds: Worlds;
beforeAll(async () => {
  worlds = await givenWorlds();
});
afterAll(() => worlds.close());

interface Target {
  code: string;
  url: string | undefined;
}

/** Acts on one of the orders as it is now. Returns the HTTP status, or whether the operator succeeded. */
type Action = (world: World, target: Target, random: () => number) => Promise<number | boolean>;

interface Row {
  id: number;
  code: string;
  checksum: string;
  buyer: number;
}

const rowOf = async ({ app }: World, code: string): Promise<Row> => {
  const row = await app.db.row<Omit<Row, 'buyer'> & { email: string }>(
    `select o.id, o.code, o.checksum, c.email from orders o join customers c on c.id = o.customer_id where o.code = $1`,
    [code],
  );
  return { ...row!, buyer: customers.findIndex(({ email }) => email === row!.email) };
};

const ticketOf = async ({ app }: World, code: string, random: () => number) => {
  const rows = await app.db.rows<{ code: string; email: string; manager: string; seat: number | null }>(
    `select t.code, t.email, c.email as manager, t.departure_id as seat
     from tickets t join orders o on o.id = t.order_id join customers c on c.id = t.customer_id where o.code = $1 order by t.id`,
    [code],
  );
  return rows[Math.floor(random() * rows.length)];
};

const refundOf = ({ app }: World, code: string) =>
  app.db.row<{ code: string }>(
    `select r.code from refunds r join orders o on o.id = r.order_id where o.code = $1 order by r.id desc limit 1`,
    [code],
  );

const tokenOf = (world: World, email: string) => world.tokens[customers.findIndex((one) => one.email === email)];
const NONE = 404;

const change: Action = async (world, { code }, random) => {
  const ticket = await ticketOf(world, code, random);
  if (!ticket) return NONE;
  const to = customers[Math.floor(random() * 3)]!;
  const name = ['Noor Smit', 'Eva Jansen', 'Kim Visser'][Math.floor(random() * 3)]!;
  const isReassigned = random() < 0.3;
  const email = isReassigned ? to.email : ticket.email;
  const body = { order_id: code, code: ticket.code, full_name: name, email, age: '25-34', reassign: isReassigned };
  await freshLogins(world.app);
  return (await world.app.call('change-ticket', { token: tokenOf(world, ticket.manager), data: 'none', ...body }))
    .status;
};

const swap: Action = async (world, { code }, random) => {
  const ticket = await ticketOf(world, code, random);
  if (!ticket || ticket.seat === null) return NONE;
  const seats = [...world.departures.values()];
  const to = String(seats[Math.floor(random() * seats.length)]);
  const body = { token: tokenOf(world, ticket.manager), data: 'none', code: ticket.code, transport_time_id: to };
  return (await world.app.call('set-travel-time', body)).status;
};

const download: Action = async (world, { code }, random) => {
  const ticket = await ticketOf(world, code, random);
  if (!ticket) return NONE;
  const path = `/download-ticket/${encodeURIComponent(ticket.email)}/${ticket.code}`;
  const response = await world.app.fetch(path);
  await response.arrayBuffer();
  return response.status;
};

const requestRefund: Action = async (world, { code }, random) => {
  const { buyer } = await rowOf(world, code);
  const ticket = await ticketOf(world, code, random);
  const body = { order_id: code, tickets: ticket?.code ?? '', merchandise: '', ...bankOnWire };
  await freshLogins(world.app);
  return (await world.app.call('request-refund', { token: world.tokens[buyer], data: 'none', ...body })).status;
};

const withdrawRefund: Action = async (world, { code }) => {
  const refund = await refundOf(world, code);
  if (!refund) return NONE;
  const { buyer } = await rowOf(world, code);
  return (await world.app.call('cancel-refund', { token: world.tokens[buyer], data: 'none', refund_id: refund.code }))
    .status;
};

const advance: Action = async (world, { code }, random) => {
  const refund = await refundOf(world, code);
  if (!refund) return NONE;
  const move = [startRefund, startRefund, finishRefund, holdRefund][Math.floor(random() * 4)]!;
  return (await move(world.parts.refunds, { code: refund.code, actor: commandLine('operator') }, world.app.clock.now()))
    .ok;
};

const payNext: Action = async (world, { code }, random) => {
  const { checksum } = await rowOf(world, code);
  const reference = `${code}-${1 + Math.floor(random() * 4)}`;
  const answer = await world.app.call('pay-payment-plan-order-payment', {
    order: code,
    checksum,
    reference,
    data: 'none',
  });
  if (answer.status === 200) await pressAt(world.app, answer.body.payment.url, random() < 0.7 ? 'paid' : 'declined');
  return answer.status;
};

const press: Action = async (world, { url }, random) => {
  if (!url) return NONE;
  await pressAt(world.app, url, ['paid', 'paid', 'declined', 'delayed', 'lost'][Math.floor(random() * 5)]!);
  return 200;
};

const transfer: Action = async (world, { code }, random) => {
  const { app, parts } = world;
  const now = app.clock.now();
  const amount = minor([4_800, 5_450, 7_600, 19_850, 1_000][Math.floor(random() * 5)]!);
  // There are few numbers, so that the same movement is entered twice.
  const transaction = `${code}-${Math.floor(random() * 3)}`;
  const sent = { words: code, amount, transaction, receivedAt: now, actor: commandLine('operator') };
  return (await recordTransfer({ db: app.db, money: parts.money, currency: 'EUR' }, sent, now)).ok;
};

const cancel: Action = async ({ app, parts }, { code }, random) => {
  if (random() < 0.7) return NONE;
  const request = { code, reason: 'Rain', actor: commandLine('operator') };
  return (await cancelOrder({ ...parts, db: app.db }, request, app.clock.now())).ok;
};

const view: Action = async (world, { code }) => {
  const { buyer } = await rowOf(world, code);
  return (await world.app.call('get-data', { token: world.tokens[buyer] })).status;
};

const actions = {
  change,
  swap,
  download,
  requestRefund,
  withdrawRefund,
  advance,
  payNext,
  press,
  transfer,
  cancel,
  view,
};

test(`many concurrent calls for a few orders break nothing, and everything adds up (seed ${seed})`, {
  timeout: 60_000 + rounds * 30_000,
}, async () => {
  const random = randomFrom(String(seed));
  const count = new Map<string, number>();
  for (let turn = 0; turn < 2 * rounds; turn += 1) {
    const world = await worlds.next();
    try {
      await storm(world, random, count);
      await checkAtEnd(world);
    } finally {
      await world.close();
    }
  }
  console.log(`${[...count.values()].reduce((sum, one) => sum + one, 0)} calls at once, seed ${seed}`);
  if (rounds > 1)
    console.log(
      [...count]
        .sort()
        .map(([what, times]) => `${times} ${what}`)
        .join('\n'),
    );
  expect([...count.keys()].filter((key) => /(200|true)$/.test(key)).length).toBeGreaterThan(4);
});

async function storm(world: World, random: () => number, count: Map<string, number>): Promise<void> {
  // Everything has more stock, because this test is not about selling out; departures keep few seats.
  await world.app.db.run('update shop_items set capacity = null, capacity_wanted = null');
  const targets: Target[] = [];
  const requests = [['sandlark-pass', 'coach-brussels'], ['sandlark-pass-plan'], ['saturday'], ['sandlark-pass']];
  for (const [index, items] of requests.entries()) {
    const { order, url } = await place(world.app, world.tokens[index % 3]!, items);
    if (url && index < 2) await pressAt(world.app, url, 'paid');
    targets.push({ code: order.code, url: index < 2 ? undefined : url });
  }
  targets.push(await placeCoachOrder(world, 0), await placeCoachOrder(world, 1));
  for (let wave = 0; wave < 3; wave += 1) {
    await keepDocuments(world);
    const names = Object.keys(actions) as (keyof typeof actions)[];
    const chosen = Array.from({ length: AT_ONCE }, () => names[Math.floor(random() * names.length)]!);
    await Promise.all(
      chosen.map(async (name) => {
        const came = await actions[name](world, targets[Math.floor(random() * targets.length)]!, random);
        // Whatever the refusal, the server itself never fails.
        if (typeof came === 'number') expect([name, came < 500]).toEqual([name, true]);
        const key = `${name}: ${came}`;
        count.set(key, (count.get(key) ?? 0) + 1);
      }),
    );
    await world.app.db.run('delete from rate_limits');
    await world.app.travel(16 * 60_000);
  }
}

async function placeCoachOrder(world: World, buyer: number): Promise<Target> {
  const token = world.tokens[buyer];
  const added = await world.app.call('add-product-to-cart', {
    token,
    external_code: 'coach-amsterdam',
    full_name: customers[buyer]!.name,
    email: customers[buyer]!.email,
    age: null,
    transport_time_id: String(world.departures.get('friday-morning')),
  });
  const placed = await world.app.call('checkout-cart', {
    token,
    cart: added.body.cart.code,
    customer: { country: 'NL', address: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' } },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  await pressAt(world.app, placed.body.payment.url, 'paid');
  return { code: placed.body.order.code, url: undefined };
}

async function checkAtEnd(world: World): Promise<void> {
  const { app } = world;
  for (let day = 0; day < 2; day += 1) await app.travel(24 * 60 * 60_000);
  expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
  await keepDocuments(world);
  const { keys } = (await (await app.fetch('/tickets/keys.json')).json()) as { keys: never[] };
  const { revoked } = (await (await app.fetch('/tickets/revoked.json')).json()) as { revoked: never[] };
  const valid = new Map<string, number>();
  for (const { text, orderCode, position } of world.issuedCodes.values()) {
    const isValid = goods.some(({ scannedAt }) => verifyTicketCode(text, keys, scannedAt, revoked).valid);
    const ticket = `${orderCode} ${position}`;
    valid.set(ticket, (valid.get(ticket) ?? 0) + (isValid ? 1 : 0));
  }
  expect([...valid].filter(([, times]) => times > 1)).toEqual([]);
  expect(valid.size).toBeGreaterThan(2);
}
