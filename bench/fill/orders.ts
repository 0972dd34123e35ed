import type { BenchDatabase } from '../databases.ts';
import { paidCallback } from '../load/paid-callback.ts';
import { copyStatements, type ModelOrder, setCounters, tableFacts } from './copy-order.ts';
import { SPREAD_ITEMS, TOKEN_PREFIX } from './prepare.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

/** Buys one ticket, then two, through the shop. Returns the codes of these orders, which are then copied. */
export async function placeModelOrders(origin: string, customer: number, keyHex: string): Promise<string[]> {
  const token = `${TOKEN_PREFIX}${customer}`;
  const codes: string[] = [];
  for (const tickets of [1, 2]) {
    let cart: string | null = null;
    for (let ticket = 0; ticket < tickets; ticket += 1) {
      const added = await call(origin, 'add-product-to-cart', {
        token,
        cart,
        external_code: SPREAD_ITEMS[ticket],
        full_name: ticket === 0 ? 'Ada Lovelace' : 'Mary Somerville',
        email: 'holder@example.org',
        age: '25-34',
        data: 'none',
      });
      cart = added.cart.code;
    }
    const { order } = await call(origin, 'checkout-cart', {
      token,
      cart,
      customer: { country: 'NL', address },
      order: { payment_method: 'credit_card', shipping_name: '', shipping_country: '', accepted_ts_and_cs: true },
      data: 'none',
    });
    const [payment] = order.payments;
    const { path, headers, body } = paidCallback(keyHex, `${payment.reference}-1`, payment.amount);
    const response = await fetch(origin + path, { method: 'POST', headers, body });
    if (response.status !== 200) throw new Error(`the callback of a model order: ${response.status}`);
    await untilPaid(origin, token, order.code);
    codes.push(order.code);
  }
  return codes;
}

/** Waits for the payment, because the shop answers the callback before it books the money. */
async function untilPaid(origin: string, token: string, code: string): Promise<void> {
  for (let tries = 0; tries < 2_400; tries += 1) {
    const { data } = await call(origin, 'get-data', { token });
    const order = data.orders.find((one: { code: string }) => one.code === code);
    if (order.payment_status === 'paid') return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`order ${code} was not paid by its callback`);
}

// biome-ignore lint/suspicious/noExplicitAny: the bench reads what the contract promises and fails if it is missing.
async function call(origin: string, name: string, body: object): Promise<any> {
  const answer = await fetch(`${origin}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const content = await answer.json();
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(content)}`);
  return content;
}

export interface Copies {
  orders: number;
  /** The customers that own the copies in turn, numbered like their tokens. */
  customers: { first: number; count: number };
}

const AT_ONCE = 25_000;

/**
 * Writes orders straight into the tables: copies of all rows of the model orders, with new ids, codes and times. One of
 * three copies has two tickets. The doctor finds no fault in them.
 */
export async function copyOrders(
  { client }: Pick<BenchDatabase, 'client'>,
  models: readonly string[],
  { orders, customers }: Copies,
): Promise<void> {
  const found = await client.query<ModelOrder>(
    `select o.id, (select count(*)::int from order_lines where order_id = o.id) as lines
     from unnest($1::text[]) with ordinality as model (code, position) join orders o on o.code = model.code
     order by position`,
    [models],
  );
  const { rows } = await client.query<{ id: string }>(
    `select id from customers where email = 'buyer-' || $1 || '@example.org'`,
    [customers.first],
  );
  const firstCustomer = Number(rows[0]!.id);
  await withoutTriggers(client, async () => {
    for (const [turn, model] of found.rows.entries()) {
      const mine = turn === 0 ? orders - Math.floor(orders / 3) : Math.floor(orders / 3);
      for (let from = 0; from < mine; from += AT_ONCE) {
        const count = Math.min(AT_ONCE, mine - from);
        await client.query('begin');
        const batch = { from, count, all: mine, firstCustomer, customers: customers.count };
        for (const statement of copyStatements(await tableFacts(client), model, batch)) await client.query(statement);
        await setCounters(client);
        await client.query('commit');
      }
    }
  });
  await client.query('analyze');
}

/** Runs work with triggers disabled, if the server allows that. */
async function withoutTriggers(client: BenchDatabase['client'], work: () => Promise<void>): Promise<void> {
  const isAllowed = await client.query('set session_replication_role = replica').then(
    () => true,
    () => false,
  );
  await work();
  if (isAllowed) await client.query('reset session_replication_role');
}
