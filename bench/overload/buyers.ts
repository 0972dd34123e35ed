import { setTimeout as pause } from 'node:timers/promises';
import { SPREAD_ITEMS, TOKEN_PREFIX } from '../fill/prepare.ts';
import { type Answered, Connection } from '../load/connection.ts';

/** The results of all buyers in one run. Times are in milliseconds. */
export interface RunResults {
  arrived: number;
  /** Completed purchases. */
  bought: number;
  /** The times of 503 answers to the first item. */
  refusals: number[];
  /** Buyers whose every attempt was refused. */
  wentAway: number;
  /** The times of all answers to buyers with a cart: second item, cart, checkout, payment and return. */
  inCheckout: number[];
  /** The times of complete purchases, from the first item in the cart to the return from the payment. */
  whole: number[];
  /** Unexpected answers, counted by call and status. */
  failures: Map<string, number>;
}

/** A refused buyer gives up after this many attempts; a real one would try longer. */
const MAX_ATTEMPTS = 4;
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };

export const emptyResults = (): RunResults => ({
  arrived: 0,
  bought: 0,
  refusals: [],
  wentAway: 0,
  inCheckout: [],
  whole: [],
  failures: new Map(),
});

/** Buyers of one shop, over kept-alive connections. The shop's customers buy in turn. */
export class Buyers {
  readonly #origin: string;
  readonly #customers: number;
  readonly #idle: Connection[] = [];
  readonly #all: Connection[] = [];
  #next = 0;

  constructor(origin: string, customers: number) {
    this.#origin = origin;
    this.#customers = customers;
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  /** Plays one buyer from the first item to the return from the payment, as a browser would do it. */
  async buy(results: RunResults, isOver: () => boolean): Promise<void> {
    const number = this.#next++;
    const token = `${TOKEN_PREFIX}${1 + (number % this.#customers)}`;
    const item = SPREAD_ITEMS[number % SPREAD_ITEMS.length]!;
    const ticket = { token, external_code: item, email: 'holder@example.org', age: '25-34', data: 'none' };
    results.arrived += 1;
    const cart = await this.#begin({ ...ticket, full_name: 'First Holder' }, results, isOver);
    if (!cart) return;
    const startedAt = performance.now();
    const inside = (name: string, body: object) => this.#inside(results, name, { token, data: 'none', ...body });
    if (!(await inside('add-product-to-cart', { ...ticket, cart, full_name: 'Second Holder' }))) return;
    if (!(await inside('get-cart', { cart }))) return;
    const placed = await inside('checkout-cart', {
      cart,
      customer: { country: 'NL', address },
      order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
    });
    if (!placed) return;
    const { pathname } = new URL(JSON.parse(placed.body.toString()).payment.url);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const pressed = await this.#timed(results, 'pay', Connection.request('POST', pathname, form, 'outcome=paid'));
    const back = pressed?.header('location');
    if (!back) return;
    const returned = await this.#timed(results, 'return', Connection.request('GET', new URL(back).pathname, {}));
    if (!returned) return;
    results.bought += 1;
    results.whole.push(performance.now() - startedAt);
  }

  async #begin(body: object, results: RunResults, isOver: () => boolean): Promise<string | null> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS && !isOver(); attempt += 1) {
      const startedAt = performance.now();
      const answer = await this.#send(Connection.request('POST', '/api/add-product-to-cart', JSON_HEADERS, json(body)));
      if (answer.status === 200) return JSON.parse(answer.body.toString()).cart.code;
      if (answer.status !== 503) {
        fail(results, 'first item', answer.status);
        return null;
      }
      results.refusals.push(performance.now() - startedAt);
      await pause(Number(answer.header('retry-after')) * 1_000);
    }
    results.wentAway += 1;
    return null;
  }

  #inside(results: RunResults, name: string, body: object): Promise<Answered | null> {
    return this.#timed(results, name, Connection.request('POST', `/api/${name}`, JSON_HEADERS, json(body)));
  }

  async #timed(results: RunResults, name: string, request: Buffer): Promise<Answered | null> {
    const startedAt = performance.now();
    const answer = await this.#send(request);
    results.inCheckout.push(performance.now() - startedAt);
    if (answer.status < 400) return answer;
    fail(results, name, answer.status);
    return null;
  }

  async #send(request: Buffer): Promise<Answered> {
    let connection = this.#idle.pop();
    if (!connection) {
      connection = new Connection(this.#origin);
      this.#all.push(connection);
    }
    try {
      return await connection.send(request);
    } catch {
      return { status: 599, header: () => undefined, body: Buffer.alloc(0) };
    } finally {
      this.#idle.push(connection);
    }
  }
}

const json = (body: object): string => JSON.stringify(body);

function fail(results: RunResults, name: string, status: number): void {
  const what = `${name} ${status}`;
  results.failures.set(what, (results.failures.get(what) ?? 0) + 1);
}
