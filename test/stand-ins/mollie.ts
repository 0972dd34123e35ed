import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Contract, type Json, readContract } from './contract.ts';
import { type ChargebackEntry, MollieBooks, type PaymentEntry, page, type RefundEntry } from './mollie-books.ts';
import { type Handler, KEY_LIFETIME_MS, METHODS, type MollieAccount, mollieCalls, Refusal } from './mollie-calls.ts';
import { choiceOf, mollieCheckout } from './mollie-page.ts';

/** How one call goes wrong, `before` or `after` its effect at Mollie. */
export type MollieFault =
  | { readonly hangUp: 'before' | 'after' | 'mid-answer' }
  | { readonly delayMs: number }
  | { readonly status: number; readonly retryAfter?: string; readonly detail?: string }
  /** After the effect, the answer breaks the API's contract. */
  | {
      readonly text: string;
      readonly contentType?: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
    }
  /** After the effect, the answer is changed. */
  | { readonly change: (answer: Json) => Json };

export interface MollieOptions {
  readonly clock?: () => Date;
  /** Whether messages leave as soon as something happens, as for a shop that a browser visits. */
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

/** Mollie in memory. Every request and every answer is checked against the contract; tests must end without breaches. */
export interface MollieStandIn {
  readonly url: string;
  readonly apiKey: string;
  readonly requests: readonly SeenRequest[];
  readonly breaches: readonly string[];
  /** The payments, newest first. */
  readonly payments: readonly PaymentEntry[];
  readonly refunds: readonly RefundEntry[];
  readonly buyer: {
    /** Chooses the method, which decides when the payment expires. */
    picks(payment: string, method: string): void;
    pays(payment: string, method?: string): void;
    /** Makes the payment's money pending. */
    paysLater(payment: string, method?: string): void;
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
    /** Makes the balance at Mollie too low for refunds. */
    empties(): void;
    makesCancelable(payment: string): void;
    activates(...methods: { id: string; minimum: string; maximum: string | null }[]): void;
    blocks(): void;
  };
  /** Sets the outcomes of the next charges of saved cards. Without any, they are paid. */
  charges(...outcomes: ('paid' | 'pending' | string)[]): void;
  /**
   * Makes the next calls of an operation, such as `POST /v2/payments`, or of an HTTP method (`POST`), go wrong in turn.
   */
  next(call: string, ...faults: MollieFault[]): void;
  forgetFaults(): void;
  /**
   * Sends the messages that wait, to the shop that the payments name unless another one is given. Returns the answers'
   * statuses.
   */
  deliver(options?: { order?: 'reversed'; times?: number; only?: string; to?: string }): Promise<number[]>;
  readonly waitingMessages: readonly WaitingMessage[];
  /** Takes the messages that wait, without sending them. */
  takeMessages(): WaitingMessage[];
  /** Sends a message that Mollie did not write, as anybody can. */
  forge(url: string, body: string, headers?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

const API_KEY = 'test_standInStandInStandInStandIn';
/** Shared by all stand-ins of a process, because compiling the schemas takes a second. */
let readOnce: Contract | undefined;

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
  const messages: WaitingMessage[] = [];
  let origin = '';
  const account: MollieAccount = { hasBalance: true, profileStatus: 'verified', methods: METHODS, outcomes: [] };
  const books = new MollieBooks(contract, clock, () => origin);

  const notify = ({ id, fields }: PaymentEntry): void => {
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

  const { handlers, choose, pay, finish, refund } = mollieCalls({
    books,
    contract,
    clock,
    origin: () => origin,
    account,
    notify,
  });

  const expire = (): void => {
    for (const payment of books.payments) {
      if (payment.status !== 'open' || payment.expiresAt > clock()) continue;
      payment.status = 'expired';
      notify(payment);
    }
  };

  const openOne = (id: string): PaymentEntry => {
    expire();
    const payment = books.payment(id);
    if (payment.status !== 'open' && payment.status !== 'pending') throw new Error(`${id} is ${payment.status}`);
    return payment;
  };

  /** Does what Mollie does with a request that it understands. */
  const handled = (operation: string, request: Parameters<Handler>[0], key: string | null) => {
    const text = JSON.stringify([operation, request.path, request.body]);
    const known = key ? keys.get(key) : undefined;
    if (known && clock().getTime() - known.at < KEY_LIFETIME_MS) {
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
    // A browser also requests icons and the like.
    if (!request.url!.startsWith('/v2/')) return void response.writeHead(404).end('Not found');
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
      mollieCheckout({
        payment,
        methods: account.methods.map(({ id }) => id),
        returnUrl: fields.redirectUrl as string,
      }),
    );
  };

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const moveRefund = (id: string, status: RefundEntry['status']): void => {
    const entry = books.refunds.find((one) => one.id === id);
    if (!entry) throw new Error(`The stand-in has no refund ${id}`);
    entry.status = status;
    // Mollie sends no message about a cancelled refund.
    if (status !== 'canceled') notify(entry.payment);
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
      paysLater: (id, method = 'banktransfer') => {
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
        notify(payment);
        return entry.id;
      },
      reverses(id) {
        const entry = foundChargeback(id);
        entry.reversedAt = clock();
        notify(entry.payment);
      },
      cancels: (id) => moveRefund(id, 'canceled'),
      revokes(id) {
        for (const mandate of books.mandates) if (mandate.id === id) mandate.status = 'invalid';
      },
      empties() {
        account.hasBalance = false;
      },
      makesCancelable(id) {
        books.payment(id).isCancelable = true;
      },
      activates(...active) {
        account.methods = active;
      },
      blocks() {
        account.profileStatus = 'blocked';
      },
    },
    charges: (...next) => void account.outcomes.push(...next),
    forgetFaults: () => faults.clear(),
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

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Does not keep a process alive that has nothing else to do. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref());
