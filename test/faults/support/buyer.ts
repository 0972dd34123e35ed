import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** The shop's addresses; any of them may be down at any time. */
type Addresses = () => readonly string[];

export interface CallOptions {
  readonly addresses: Addresses;
  /** Called with every answer, including those that are retried. */
  readonly onAnswer?: (call: string, status: number | 'none') => void;
}

export interface BuyerOptions extends CallOptions {
  readonly token: string;
  readonly externalCode: string;
  /** Whether the buyer pays from the order's page instead of following the checkout's redirect. */
  readonly paysLater?: boolean;
}

export interface Bought {
  /** The order as it was acknowledged. */
  readonly order: string;
  readonly total: number;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test reads what the contract promises and fails if it is missing.
  readonly body: any;
}

const PATIENCE_MS = 240_000;
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

/**
 * Buys one item as a browser does. Without an answer, or after a 503, it retries with the same key, until the order is
 * paid. Throws for any answer that the shop must not give.
 */
export async function buy(options: BuyerOptions): Promise<Bought> {
  const { token, externalCode, paysLater = false } = options;
  const call = (name: string, body: object) => callUntilAnswered(options, name, { token, data: 'none', ...body });
  const added = await call('add-product-to-cart', {
    cart: null,
    external_code: externalCode,
    full_name: 'Ada Lovelace',
    email: 'ada@example.org',
  });
  const placed = await call('checkout-cart', {
    cart: added.cart.code,
    customer: { country: 'NL', address },
    order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  });
  const order = placed.order as { code: string; checksum: string; total_price: number; payments: [Reference] };
  let url: string | undefined = paysLater ? undefined : placed.payment?.url;
  for (let isPaid = false; !isPaid; ) {
    url ??= await payByLink(options, order);
    if (url) isPaid = await payAndReturn(options, url, order.code);
  }
  return { order: order.code, total: order.total_price };
}

interface Reference {
  readonly reference: string;
}

/** Starts an attempt from the order's page. Returns undefined if the payment is already in progress. */
async function payByLink(
  options: BuyerOptions,
  { code, checksum, payments }: { code: string; checksum: string; payments: [Reference] },
): Promise<string | undefined> {
  const { reference } = payments[0];
  const link = { order: code, checksum, reference, token: options.token, request_key: randomUUID() };
  const { status, body } = await post(options, '/api/pay-payment-plan-order-payment', link);
  if (status === 200) return body.payment.url;
  // Another attempt, the gateway or the money may be on its way: the page says so, and the buyer waits.
  if (status !== 409) throw new Error(`Paying ${code}: ${status} ${JSON.stringify(body)}`);
  await pause(200);
  return undefined;
}

/** Presses the gateway's button and returns. Returns true when the order is paid. */
async function payAndReturn(options: BuyerOptions, url: string, order: string): Promise<boolean> {
  const pressed = await sendForm(options, new URL(url).pathname);
  if (pressed) await sendForm(options, new URL(pressed).pathname, 'GET');
  const { orders } = (await callUntilAnswered(options, 'get-data', { token: options.token })).data;
  const found = orders.find((one: { code: string }) => one.code === order);
  if (!found) throw new Error(`The order ${order} was acknowledged but no longer exists`);
  return found.payment_status === 'paid';
}

/** Calls `POST /api/<name>` as a browser does: retries with the same key until there is an answer, even a refusal. */
export const callShop = (options: CallOptions, name: string, body: object): Promise<Answer> =>
  post(options, `/api/${name}`, { request_key: randomUUID(), ...body });

// biome-ignore lint/suspicious/noExplicitAny: as above
async function callUntilAnswered(options: BuyerOptions, name: string, body: object): Promise<any> {
  const { status, body: answer } = await callShop(options, name, body);
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

const post = (options: CallOptions, path: string, body: object): Promise<Answer> =>
  untilAnswered(options, path, async (origin) => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: await response.json() };
  });

/** Sends a form and returns the address that the answer redirects to. */
async function sendForm(options: BuyerOptions, path: string, method = 'POST'): Promise<string | null> {
  const { status, body } = await untilAnswered(options, path, async (origin) => {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      ...(method === 'POST' && { body: new URLSearchParams({ outcome: 'paid' }) }),
      signal: AbortSignal.timeout(30_000),
    });
    await response.arrayBuffer();
    return { status: response.status, body: response.headers.get('location') };
  });
  if (status !== 303) throw new Error(`${method} ${path}: ${status}`);
  return body && new URL(body, 'http://shop').href;
}

async function untilAnswered(
  { addresses, onAnswer = () => {} }: CallOptions,
  path: string,
  send: (origin: string) => Promise<Answer>,
): Promise<Answer> {
  const until = performance.now() + PATIENCE_MS;
  const call = path.replace(/^\/api\//, '').replace(/\/[\w-]{16,}$/, '');
  const answers: string[] = [];
  for (let turn = Math.floor(Math.random() * 2); performance.now() < until; turn += 1) {
    const open = addresses();
    const answer = await send(open[turn % open.length]!).catch(() => null);
    onAnswer(call, answer?.status ?? 'none');
    if (answer && answer.status !== 503) return answer;
    answers.push(answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'nothing');
    await pause(100);
  }
  const counts = Object.entries(Object.groupBy(answers, (one) => one)).map(
    ([one, all]) => `${all!.length} times ${one}`,
  );
  throw new Error(`${call} was not answered within ${PATIENCE_MS / 1_000} s, but received ${counts.join(', ')}`);
}
