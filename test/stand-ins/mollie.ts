import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Contract, type Json, readContract } from './contract.ts';
import {
  type ChargebackEntry,
  MINUTES_OF,
  MollieBooks,
  type Money,
  minutesAfter,
  type PaymentEntry,
  page,
  type RefundEntry,
} from './mollie-books.ts';
import { choiceOf, mollieCheckout } from './mollie-page.ts';

/** How one call goes wrong. `before` and `after` its effect at Mollie. */
export type MollieFault =
  | { readonly hangUp: 'before' | 'after' | 'mid-answer' }
  | { readonly delayMs: number }
  | { readonly status: number; readonly retryAfter?: string; readonly detail?: string }
  /** After the effect: an answer that is not what the API promises. */
  | {
      readonly text: string;
      readonly contentType?: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
    }
  /** After the effect: the answer, changed. */
  | { readonly change: (answer: Json) => Json };

export interface MollieOptions {
  readonly clock?: () => Date;
  /** Messages leave as soon as something happens, as for a shop that a browser visits. */
  readonly delivers?: boolean;
  readonly apiKey?: string;
  readonly port?: number;
}

interface WaitingMessage {
  readonly payment: string;
  readonly url: string;
}

interface SeenRequest {
  readonly call: string;
  readonly url: string;
  readonly body: Json;
  readonly key: string | null;
}

/** Mollie in memory. Every request and every answer is held against the contract; a test ends with no breaches. */
export interface MollieStandIn {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: readonly SeenRequest[];
  readonly breaches: readonly string[];
  /** Newest first. */
  readonly payments: readonly PaymentEntry[];
  readonly refunds: readonly RefundEntry[];
  readonly buyer: {
    /** The method decides when the payment expires. */
    picks(payment: string, method: string): void;
    pays(payment: string, method?: string): void;
    /** The money is on its way. */
    promises(payment: string, method?: string): void;
    fails(payment: string, reason?: string): void;
    cancels(payment: string): void;
  };
  readonly bank: {
    confirms(payment: string): void;
    rejects(payment: string): void;
    returns(refund: string): void;
    refuses(refund: string): void;
  };
  readonly dashboard: {
    refunds(payment: string, value: string): string;
    chargesBack(payment: string, value: string): string;
    reverses(chargeback: string): void;
    cancels(refund: string): void;
    revokes(mandate: string): void;
    /** The balance at Mollie no longer covers refunds. */
    empties(): void;
    makesCancelable(payment: string): void;
    activates(...methods: { id: string; minimum: string; maximum: string | null }[]): void;
    blocks(): void;
  };
  /** The outcomes of the next charges of kept cards; without any they are paid. */
  charges(...outcomes: ('paid' | 'pending' | string)[]): void;
  /** The next calls of this operation, such as `POST /v2/payments`, or of all with the method `POST`, go wrong in turn. */
  next(call: string, ...faults: MollieFault[]): void;
  /** Sends the messages that wait, to the given shop if it is not the one that the payments name. Returns the answers' statuses. */
  deliver(options?: { order?: 'reversed'; times?: number; only?: string; to?: string }): Promise<number[]>;
  readonly waitingMessages: readonly WaitingMessage[];
  /** Takes the messages that wait, without sending them. */
  takeMessages(): WaitingMessage[];
  /** Sends any message, as anybody can. */
  forge(url: string, body: string, headers?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

const KEY_LIVES_MS = 60 * 60_000;
const API_KEY = 'test_standInStandInStandInStandIn';
const METHODS = [
  { id: 'creditcard', minimum: '0.01', maximum: '10000.00' },
  { id: 'ideal', minimum: '0.01', maximum: '50000.00' },
  { id: 'bancontact', minimum: '0.02', maximum: '50000.00' },
  { id: 'eps', minimum: '1.00', maximum: '50000.00' },
  { id: 'paypal', minimum: '0.01', maximum: '10000.00' },
];

/** Its schemas take a second to compile. */
let readOnce: Contract | undefined;

class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

export async function givenMollie({
  clock = () => new Date(),
  delivers = false,
  apiKey = API_KEY,
  port = 0,
}: MollieOptions = {}): Promise<MollieStandIn> {
  readOnce ??= readContract('mollie-openapi-subset.json');
  const contract = readOnce;
  const requests: SeenRequest[] = [];
  const breaches: string[] = [];
  const faults = new Map<string, MollieFault[]>();
  const keys = new Map<string, { at: number; request: string; status: number; answer: Json | undefined }>();
  const outcomes: string[] = [];
  const messages: WaitingMessage[] = [];
  let origin = '';
  let hasBalance = true;
  let profileStatus = 'verified';
  let methods: { id: string; minimum: string; maximum: string | null }[] = METHODS;
  const books = new MollieBooks(contract, clock, () => origin);

  const tell = ({ id, fields }: PaymentEntry): void => {
    const url = fields.webhookUrl as string | null | undefined;
    if (!url) return;
    messages.push({ payment: id, url });
    if (delivers) void deliver({}).catch(() => {});
  };

  const post = async (url: string, body: string, headers: Record<string, string> = {}): Promise<number> => {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  const deliver: MollieStandIn['deliver'] = async ({ order, times = 1, only, to } = {}) => {
    const taken = messages.filter(({ payment }) => !only || payment === only);
    for (const message of taken) messages.splice(messages.indexOf(message), 1);
    const ordered = order === 'reversed' ? taken.toReversed() : taken;
    const statuses: number[] = [];
    for (const { payment, url } of ordered) {
      const address = to ? to + new URL(url).pathname : url;
      for (let time = 0; time < times; time += 1) statuses.push(await post(address, `id=${payment}`));
    }
    return statuses;
  };

  const expire = (): void => {
    for (const payment of books.payments) {
      if (payment.status !== 'open' || payment.expiresAt > clock()) continue;
      payment.status = 'expired';
      tell(payment);
    }
  };

  const finish = (payment: PaymentEntry, status: PaymentEntry['status'], details: Json | null = null): void => {
    payment.status = status;
    payment.details = details ?? payment.details;
    tell(payment);
  };

  const openOne = (id: string): PaymentEntry => {
    expire();
    const payment = books.payment(id);
    if (payment.status !== 'open' && payment.status !== 'pending') throw new Error(`${id} is ${payment.status}`);
    return payment;
  };

  const choose = (payment: PaymentEntry, method: string): void => {
    if (payment.method === method) return;
    payment.method = method;
    payment.expiresAt = minutesAfter(clock(), MINUTES_OF[method] ?? 60);
  };

  const pay = (payment: PaymentEntry, method: string): void => {
    choose(payment, method);
    if (payment.fields.sequenceType === 'first') payment.mandateId = grant(payment, method);
    finish(payment, 'paid', detailsOf(method));
  };

  /** The first payment of a customer lets later ones be charged. */
  const grant = (payment: PaymentEntry, method: string): string => {
    const id = books.id('mdt');
    const kind = method === 'creditcard' || method === 'paypal' ? method : 'directdebit';
    const customerId = payment.fields.customerId as string;
    books.mandates.push({ id, customerId, method: kind, details: {}, status: 'valid' });
    return id;
  };

  const refund = (payment: PaymentEntry, fields: Json): RefundEntry => {
    const amount = fields.amount as Money;
    if (payment.status !== 'paid') throw new Refusal(422, 'The payment cannot be refunded');
    if (!books.isCovered(payment, amount)) {
      throw new Refusal(422, 'The amount is higher than the maximum amount that can be refunded', 'amount');
    }
    const hourAgo = clock().getTime() - KEY_LIVES_MS;
    const equal = books
      .refundsOf(payment)
      .find((one) => one.amount.value === amount.value && one.createdAt.getTime() > hourAgo);
    if (equal) throw new Refusal(409, 'A duplicate refund has been detected');
    const entry: RefundEntry = {
      id: books.id('re'),
      payment,
      fields,
      amount,
      createdAt: clock(),
      status: hasBalance ? 'pending' : 'queued',
    };
    books.refunds.unshift(entry);
    return entry;
  };

  const foundPayment = (id = ''): PaymentEntry => {
    const found = books.payments.find((one) => one.id === id);
    if (!found) throw new Refusal(404, `No payment exists with token ${id}.`);
    return found;
  };

  const foundRefund = (payment: PaymentEntry, id = ''): RefundEntry => {
    const found = books.refundsOf(payment).find((one) => one.id === id);
    if (!found) throw new Refusal(404, `No refund exists with token ${id}.`);
    return found;
  };

  const created = (fields: Json): PaymentEntry => {
    const amount = fields.amount as Money;
    if (!/^\d+(\.\d{2})?$/.test(amount.value) || Number(amount.value) <= 0) {
      throw new Refusal(422, 'The amount contains an invalid value', 'amount');
    }
    if (fields.testmode !== undefined || fields.profileId !== undefined) {
      throw new Refusal(422, 'Non-existent body parameter for this API call', 'testmode');
    }
    const largest = Math.max(...methods.map(({ maximum }) => Number(maximum ?? Number.POSITIVE_INFINITY)));
    if (Number(amount.value) > largest) throw new Refusal(422, 'The amount is higher than the maximum', 'amount');
    if (fields.sequenceType !== 'recurring') {
      if (!fields.redirectUrl) throw new Refusal(422, 'The redirect URL is missing', 'redirectUrl');
      if (fields.sequenceType === 'first' && !books.customers.some(({ id }) => id === fields.customerId)) {
        throw new Refusal(422, 'The customer does not exist', 'customerId');
      }
      return books.open(fields);
    }
    const mandate = books.mandates.find(({ id }) => id === fields.mandateId);
    if (mandate?.status !== 'valid' || mandate.customerId !== fields.customerId) {
      throw new Refusal(422, 'The customer has no valid mandate', 'mandateId');
    }
    const payment = books.open(fields);
    payment.method = mandate.method;
    const outcome = outcomes.shift() ?? 'paid';
    if (outcome === 'paid' || outcome === 'pending') finish(payment, outcome, detailsOf(mandate.method));
    else finish(payment, 'failed', { failureReason: outcome });
    return payment;
  };

  type Handler = (request: { path: Record<string, string>; query: Json; body: Json }) => Json | undefined;
  const handlers: Record<string, Handler> = {
    'POST /v2/payments': ({ body }) => books.shownPayment(created(body)),
    'GET /v2/payments': ({ query }) =>
      books.list(
        'payments',
        books.payments.map((one) => books.shownPayment(one)),
        query,
        '/v2/payments',
      ),
    'GET /v2/payments/{paymentId}': ({ path }) => books.shownPayment(foundPayment(path.paymentId)),
    'DELETE /v2/payments/{paymentId}': ({ path }) => {
      const payment = foundPayment(path.paymentId);
      if (!payment.isCancelable || (payment.status !== 'open' && payment.status !== 'pending')) {
        throw new Refusal(422, 'The payment cannot be cancelled');
      }
      finish(payment, 'canceled');
      return books.shownPayment(payment);
    },
    'POST /v2/payments/{paymentId}/refunds': ({ path, body }) =>
      books.shownRefund(refund(foundPayment(path.paymentId), body)),
    'GET /v2/payments/{paymentId}/refunds': ({ path, query }) => {
      const payment = foundPayment(path.paymentId);
      const shown = books.refundsOf(payment).map((one) => books.shownRefund(one));
      return books.list('refunds', shown, query, `/v2/payments/${payment.id}/refunds`);
    },
    'GET /v2/payments/{paymentId}/refunds/{refundId}': ({ path }) =>
      books.shownRefund(foundRefund(foundPayment(path.paymentId), path.refundId)),
    'GET /v2/payments/{paymentId}/chargebacks': ({ path, query }) => {
      const payment = foundPayment(path.paymentId);
      const shown = books.chargebacksOf(payment).map((one) => books.shownChargeback(one));
      return books.list('chargebacks', shown, query, `/v2/payments/${payment.id}/chargebacks`);
    },
    'POST /v2/customers': ({ body }) => {
      const customer = { id: books.id('cst'), fields: body, createdAt: clock() };
      books.customers.push(customer);
      return {
        ...contract.least('CustomerResponse'),
        resource: 'customer',
        id: customer.id,
        mode: 'test',
        name: body.name ?? null,
        email: body.email ?? null,
        metadata: body.metadata ?? null,
        createdAt: customer.createdAt.toISOString(),
        _links: {
          self: books.link(`/v2/customers/${customer.id}`),
          dashboard: page(`${origin}/dashboard/customers/${customer.id}`),
          documentation: page('https://docs.mollie.com'),
        },
      };
    },
    'GET /v2/customers/{customerId}/payments': ({ path, query }) => {
      if (!books.customers.some(({ id }) => id === path.customerId))
        throw new Refusal(404, 'No customer exists with this token.');
      const own = books.payments.filter(({ fields }) => fields.customerId === path.customerId);
      return books.list(
        'payments',
        own.map((one) => books.shownPayment(one)),
        query,
        `/v2/customers/${path.customerId}/payments`,
      );
    },
    'DELETE /v2/customers/{customerId}/mandates/{mandateId}': ({ path }) => {
      const mandate = books.mandates.find((one) => one.id === path.mandateId && one.customerId === path.customerId);
      if (!mandate || mandate.status === 'invalid') throw new Refusal(404, 'No mandate exists with this token.');
      mandate.status = 'invalid';
      return undefined;
    },
    'GET /v2/profiles/me': () => ({
      ...contract.least('ProfileResponse'),
      resource: 'profile',
      id: 'pfl_StandIn',
      mode: 'test',
      name: 'Sandlark',
      website: 'https://tickets.example.org',
      email: 'info@example.org',
      phone: '+31208202070',
      businessCategory: 'TICKETS',
      status: profileStatus,
      createdAt: '2026-01-05T10:00:00.0Z',
    }),
    'GET /v2/methods': ({ query }) => {
      const { currency, value } = (query.amount ?? { currency: 'EUR', value: '1.00' }) as Money;
      const offered = methods.filter(
        ({ minimum, maximum }) =>
          Number(minimum) <= Number(value) && Number(maximum ?? Number.POSITIVE_INFINITY) >= Number(value),
      );
      const shown = (currency === 'EUR' ? offered : []).map(({ id, minimum, maximum }) => ({
        ...contract.least('ListEntityMethod'),
        resource: 'method',
        id,
        description: id,
        minimumAmount: { currency, value: minimum },
        maximumAmount: maximum === null ? null : { currency, value: maximum },
        status: 'activated',
        _links: { self: books.link(`/v2/methods/${id}`) },
      }));
      return {
        count: shown.length,
        _embedded: { methods: shown },
        _links: { self: books.link('/v2/methods'), documentation: page('https://docs.mollie.com') },
      };
    },
  };

  /** What Mollie does with a request that it understands. */
  const handled = (operation: string, request: Parameters<Handler>[0], key: string | null) => {
    const text = JSON.stringify([operation, request.path, request.body]);
    const known = key ? keys.get(key) : undefined;
    if (known && clock().getTime() - known.at < KEY_LIVES_MS) {
      if (known.request !== text) throw new Refusal(400, 'The idempotency key was used for another request');
      return { ...known, isReplayed: true };
    }
    const answer = handlers[operation]!(request);
    const status = answer === undefined ? 204 : operation.startsWith('POST') ? 201 : 200;
    if (key) keys.set(key, { at: clock().getTime(), request: text, status, answer });
    return { status, answer, isReplayed: false };
  };

  const server = http.createServer(async (request, response) => {
    const body = await bodyOf(request);
    expire();
    if (request.url!.startsWith('/checkout/')) return checkout(request, response, body);
    // A browser also asks for icons and the like.
    if (!request.url!.startsWith('/v2/')) return void response.writeHead(404).end();
    const read = contract.request({
      method: request.method!,
      url: request.url!,
      contentType: request.headers['content-type'],
      body,
    });
    breaches.push(...read.breaches);
    const { operation } = read;
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    const send = (status: number, answer: Json | undefined, headers: Record<string, string> = {}) => {
      if (operation) breaches.push(...contract.answer(operation, status, answer));
      response.writeHead(status, answer ? { 'content-type': 'application/hal+json', ...headers } : headers);
      response.end(answer && JSON.stringify(answer));
    };
    const refuse = (status: number, detail: string, field?: string, headers = {}) =>
      send(
        status,
        {
          status,
          title: http.STATUS_CODES[status] ?? 'Error',
          detail,
          ...(field && { field }),
          _links: { documentation: page('https://docs.mollie.com') },
        },
        headers,
      );
    if (!operation || !handlers[operation]) {
      if (operation) breaches.push(`${operation}: the stand-in does not do this`);
      return refuse(404, 'No such call');
    }
    requests.push({ call: operation, url: request.url!, body: read.body, key });
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(401, 'Missing authentication, or failed to authenticate');
    const fault = faults.get(operation)?.shift() ?? faults.get(request.method!)?.shift();
    if (fault && 'hangUp' in fault && fault.hangUp === 'before') return void request.socket.destroy();
    if (fault && 'status' in fault && !('text' in fault)) {
      const headers = fault.retryAfter ? { 'retry-after': fault.retryAfter } : {};
      return refuse(fault.status, fault.detail ?? 'Something went wrong', undefined, headers);
    }
    if (read.breaches.length > 0) return refuse(422, read.breaches[0]!);
    let done: ReturnType<typeof handled>;
    try {
      done = handled(operation, read as Parameters<Handler>[0], key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(error.status, error.message, error.field);
    }
    if (fault && 'hangUp' in fault) {
      if (fault.hangUp === 'mid-answer') {
        response.writeHead(done.status, { 'content-type': 'application/hal+json', 'content-length': '5000' });
        response.write('{"resource":');
        await pause(20);
      }
      return void request.socket.destroy();
    }
    if (fault && 'delayMs' in fault) await pause(fault.delayMs);
    if (fault && 'text' in fault) {
      const { contentType = 'application/hal+json', status = done.status, headers = {} } = fault;
      response.writeHead(status, { 'content-type': contentType, ...headers });
      return void response.end(fault.text);
    }
    if (fault && 'change' in fault) {
      response.writeHead(done.status, { 'content-type': 'application/hal+json' });
      return void response.end(JSON.stringify(fault.change(structuredClone(done.answer!))));
    }
    send(done.status, done.answer, done.isReplayed ? { 'idempotent-replayed': 'true' } : {});
  });

  /** Mollie's page in test mode: the buyer chooses the outcome. */
  const checkout = (request: http.IncomingMessage, response: http.ServerResponse, body: string): void => {
    const payment = books.payments.find(({ id }) => request.url === `/checkout/${id}`);
    if (!payment) return void response.writeHead(404).end();
    const { fields } = payment;
    const choice = request.method === 'POST' ? choiceOf(body) : null;
    if (choice && payment.status === 'open') {
      if (choice.outcome === 'paid') pay(payment, choice.method);
      else if (choice.outcome === 'open') choose(payment, choice.method);
      else finish(payment, choice.outcome, choice.outcome === 'failed' ? { failureReason: 'card_declined' } : null);
    }
    if (choice) {
      const cancelled = choice.outcome === 'canceled' ? fields.cancelUrl : null;
      return void response.writeHead(303, { location: (cancelled ?? fields.redirectUrl) as string }).end();
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    });
    response.end(
      mollieCheckout({ payment, methods: methods.map(({ id }) => id), returnUrl: fields.redirectUrl as string }),
    );
  };

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const moveRefund = (id: string, status: RefundEntry['status']): void => {
    const entry = books.refunds.find((one) => one.id === id);
    if (!entry) throw new Error(`The stand-in has no refund ${id}`);
    entry.status = status;
    // Mollie sends no message about a cancelled refund.
    if (status !== 'canceled') tell(entry.payment);
  };
  const foundChargeback = (id: string): ChargebackEntry => books.chargebacks.find((one) => one.id === id)!;

  return {
    url: origin,
    apiKey,
    requests,
    breaches,
    payments: books.payments,
    refunds: books.refunds,
    buyer: {
      picks: (id, method) => choose(openOne(id), method),
      pays: (id, method = 'creditcard') => pay(openOne(id), method),
      promises: (id, method = 'banktransfer') => {
        const payment = openOne(id);
        choose(payment, method);
        finish(payment, 'pending');
      },
      fails: (id, reason = 'card_declined') => finish(openOne(id), 'failed', { failureReason: reason }),
      cancels: (id) => finish(openOne(id), 'canceled'),
    },
    bank: {
      confirms: (id) => pay(openOne(id), books.payment(id).method ?? 'banktransfer'),
      rejects: (id) => finish(openOne(id), 'failed', { failureReason: 'refused_by_issuer' }),
      returns: (id) => moveRefund(id, 'refunded'),
      refuses: (id) => moveRefund(id, 'failed'),
    },
    dashboard: {
      refunds(id, value) {
        const payment = books.payment(id);
        const { currency } = payment.amount;
        const entry = refund(payment, { amount: { currency, value }, description: 'By hand' });
        moveRefund(entry.id, 'processing');
        return entry.id;
      },
      chargesBack(id, value) {
        const payment = books.payment(id);
        const amount = { currency: payment.amount.currency, value };
        const entry: ChargebackEntry = { id: books.id('chb'), payment, amount, createdAt: clock(), reversedAt: null };
        books.chargebacks.unshift(entry);
        tell(payment);
        return entry.id;
      },
      reverses(id) {
        const entry = foundChargeback(id);
        entry.reversedAt = clock();
        tell(entry.payment);
      },
      cancels: (id) => moveRefund(id, 'canceled'),
      revokes(id) {
        for (const mandate of books.mandates) if (mandate.id === id) mandate.status = 'invalid';
      },
      empties() {
        hasBalance = false;
      },
      makesCancelable(id) {
        books.payment(id).isCancelable = true;
      },
      activates(...active) {
        methods = active;
      },
      blocks() {
        profileStatus = 'blocked';
      },
    },
    charges: (...next) => void outcomes.push(...next),
    next: (call, ...more) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
    deliver,
    waitingMessages: messages,
    takeMessages: () => messages.splice(0),
    forge: post,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function detailsOf(method: string): Json {
  if (method === 'creditcard') {
    return { cardLabel: 'Visa', cardNumber: '4242', cardExpiryDate: '2028-11-30', cardHolder: 'Mila Okonkwo' };
  }
  return method === 'paypal' ? {} : { consumerName: 'Mila Okonkwo', consumerAccount: 'NL85LARK0123456789' };
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
