import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentAction } from '#features/payments/contract.ts';
import { readXml, writeXml } from '#features/payments/server/monri/monri-xml.ts';
import { type Check, type Json, readJsonContract, schemaCheck } from './contract.ts';
import { monriPage } from './monri-page.ts';

type MonriCall = 'form' | 'show' | 'refund' | 'charge';

/** How one call goes wrong, `before` or `after` its effect at Monri. */
export type MonriFault =
  | { readonly hangUp: 'before' | 'after' | 'mid-answer' }
  | { readonly delayMs: number }
  | { readonly status: number; readonly detail?: string }
  /** After the effect, the answer breaks Monri's contract. */
  | {
      readonly text: string;
      readonly contentType?: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
    }
  /** After the effect, the answer is changed. */
  | { readonly change: (answer: Json) => Json };

interface MonriOptions {
  readonly clock?: () => Date;
  /** Whether messages leave as soon as something happens, as for a shop that a browser visits. */
  readonly delivers?: boolean;
  /** The address for webhooks, which Monri sets up for each merchant. Without an address, none are sent. */
  readonly webhooks?: string;
  readonly key?: string;
  readonly token?: string;
}

interface MonriOrder {
  readonly number: string;
  /** The fields of the form, or of the charge. */
  readonly fields: Readonly<Record<string, string>>;
  readonly amount: number;
  readonly currency: string;
  status: 'opened' | 'approved' | 'declined' | 'voided';
  responseCode: string;
  refunded: number;
}

interface Message {
  readonly orderNumber: string;
  readonly url: string;
  readonly body: string;
}

interface DeliverOptions {
  readonly order?: 'reversed';
  readonly times?: number;
  readonly only?: string;
  /** The key that signs the message; by default Monri's. */
  readonly key?: string;
  readonly to?: string;
}

/** Monri in memory. Every request, message and answer is checked against the contract; tests must end without breaches. */
export interface MonriStandIn {
  readonly url: string;
  readonly key: string;
  readonly token: string;
  readonly requests: readonly { readonly call: MonriCall; readonly body: Json }[];
  readonly breaches: readonly string[];
  readonly orders: readonly MonriOrder[];
  readonly buyer: {
    /** Posts the form as the browser does. Returns the status of Monri's answer. */
    opens(action: PaymentAction): Promise<number>;
    /** Pays. Returns the signed address to which the browser goes back. */
    pays(orderNumber: string): string;
    declines(orderNumber: string): void;
    cancels(orderNumber: string): void;
  };
  readonly dashboard: {
    refunds(orderNumber: string, amount: number): void;
    voids(orderNumber: string): void;
    /** Makes Monri refuse refunds by the shop, as for purchases in instalments. */
    refusesRefunds(): void;
  };
  /** Sets the outcomes of the next charges of saved cards. Without any, they are approved. */
  charges(...outcomes: ('approved' | 'declined')[]): void;
  /** Makes the next calls go wrong in turn. */
  next(call: MonriCall, ...faults: MonriFault[]): void;
  /** Makes calls succeed again. */
  recovers(): void;
  /** Sends the messages that wait. Returns the answers' statuses. */
  deliver(options?: DeliverOptions): Promise<number[]>;
  readonly waitingMessages: readonly Message[];
  /** Takes the messages that wait, which are then no longer delivered. */
  takeMessages(): Message[];
  /** Returns the `authorization` of a genuine message. */
  signed(body: string): string;
  /** Sends a message that Monri did not write, as anybody can. */
  forge(url: string, body: string, headers?: Record<string, string>): Promise<number>;
  close(): Promise<void>;
}

interface MonriContract {
  readonly form: { readonly path: string; readonly schema: object };
  readonly callback: { readonly schema: object };
  readonly webhook: { readonly schema: object };
  readonly charge: { readonly path: string; readonly schema: object; readonly answer: object };
  readonly show: XmlCall;
  readonly refund: XmlCall;
}

interface XmlCall {
  readonly sent: { readonly root: string; readonly children: readonly string[] };
  readonly answered: readonly string[];
}

const KEY = 'a key that only the stand-in knows';
const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const PAN_TOKEN = 'c32b3465be7278d239f68bb6d7623acf0530bf34574cf3b782754d281c76bd02';

const hexOf = (algorithm: 'sha1' | 'sha512', text: string) => createHash(algorithm).update(text).digest('hex');

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** Shared by all stand-ins of a process, because compiling the schemas takes a tenth of a second. */
let shared: ReturnType<typeof readMonriContract> | undefined;
const contractOfMonri = () => {
  shared ??= readMonriContract();
  return shared;
};

function readMonriContract() {
  const contract = readJsonContract<MonriContract>('monri-contract.json');
  const checks = {
    form: schemaCheck(contract.form.schema),
    callback: schemaCheck(contract.callback.schema),
    webhook: schemaCheck(contract.webhook.schema),
    charge: schemaCheck(contract.charge.schema),
    chargeAnswer: schemaCheck(contract.charge.answer),
  };
  return { contract, checks };
}

export async function givenMonri({
  clock = () => new Date(),
  delivers = false,
  webhooks,
  key = KEY,
  token = TOKEN,
}: MonriOptions = {}): Promise<MonriStandIn> {
  const { contract, checks } = contractOfMonri();
  const requests: { call: MonriCall; body: Json }[] = [];
  const breaches: string[] = [];
  const orders: MonriOrder[] = [];
  const messages: Message[] = [];
  const outcomes: ('approved' | 'declined')[] = [];
  const faults = new Map<MonriCall, MonriFault[]>();
  let refusesRefunds = false;
  let transactions = 0;
  let origin = '';

  const checkBody = (what: string, check: Check, value: unknown): void => {
    breaches.push(...check(value).map((breach) => `${what}: ${breach}`));
  };
  const orderNumbered = (number: string): MonriOrder => {
    const order = orders.find((one) => one.number === number);
    if (!order) throw new Error(`The stand-in has no order ${number}`);
    return order;
  };
  const requireToken = (given: unknown) => {
    if (given !== token) throw new Refusal(401, 'Invalid authenticity token');
  };
  const requireDigest = (given: unknown, wanted: string) => {
    if (given !== wanted) throw new Refusal(401, 'Invalid digest');
  };

  const transactionOf = (order: MonriOrder, type: string, amount = order.amount): Json => {
    transactions += 1;
    const isPurchase = type === 'purchase';
    return {
      id: 100_000 + transactions,
      acquirer: 'integration_acq',
      order_number: order.number,
      order_info: order.fields.order_info,
      amount,
      currency: order.currency,
      ch_full_name: order.fields.ch_full_name,
      outgoing_amount: amount,
      outgoing_currency: order.currency,
      approval_code: order.status === 'approved' ? '629762' : null,
      response_code: isPurchase ? order.responseCode : '0000',
      response_message: isPurchase && order.status === 'declined' ? 'Transaction declined' : 'approved',
      reference_number: '000002902546',
      systan: '002546',
      eci: '05',
      xid: null,
      acsv: null,
      cc_type: 'visa',
      status: isPurchase && order.status === 'declined' ? 'declined' : 'approved',
      created_at: clock().toISOString(),
      transaction_type: type,
      enrollment: 'Y',
      authentication: 'Y',
      pan_token: order.fields.tokenize_pan ? PAN_TOKEN : null,
      masked_pan: '411111-xxx-xxx-1111',
      issuer: 'zaba',
      number_of_installments: null,
      custom_params: null,
    };
  };

  const signed = (body: string, signingKey = key) => `WP3-callback ${hexOf('sha512', signingKey + body)}`;
  const post = async (url: string, body: string, headers: Record<string, string> = {}): Promise<number> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
    });
    return answer.status;
  };
  const deliver = async ({ order, times = 1, only, key: signingKey = key, to }: DeliverOptions = {}) => {
    const chosen = messages.filter(({ orderNumber }) => !only || orderNumber === only);
    for (const message of chosen) messages.splice(messages.indexOf(message), 1);
    if (order === 'reversed') chosen.reverse();
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      for (const { url, body } of chosen) {
        const authorization = signed(body, signingKey);
        statuses.push(await post(to ?? url, body, { authorization, http_authorization: authorization }));
      }
    }
    return statuses;
  };
  const queueMessage = (message: Message) => {
    messages.push(message);
    if (delivers) void deliver().catch(() => {});
  };
  const callBack = (order: MonriOrder) => {
    const body = transactionOf(order, 'purchase');
    checkBody('callback', checks.callback, body);
    const url = order.fields.callback_url_override;
    if (url) queueMessage({ orderNumber: order.number, url, body: JSON.stringify(body) });
  };
  const notify = (order: MonriOrder, type: 'refund' | 'void', amount: number) => {
    if (!webhooks) return;
    const payload = transactionOf(order, type, amount);
    const body = { event: `transaction:${type}:approved`, payload };
    checkBody('webhook', checks.webhook, body);
    checkBody('webhook', checks.callback, payload);
    queueMessage({ orderNumber: order.number, url: webhooks, body: JSON.stringify(body) });
  };

  /** Returns the address to go back to. Its signature covers the whole address. */
  const successUrl = ({ number, amount, currency, fields }: MonriOrder): string => {
    const query = new URLSearchParams({
      acquirer: 'integration_acq',
      amount: String(amount),
      approval_code: '629762',
      ch_full_name: fields.ch_full_name ?? '',
      currency,
      language: fields.language ?? 'en',
      order_number: number,
      response_code: '0000',
    });
    const address = fields.success_url_override ?? '';
    const url = `${address}${address.includes('?') ? '&' : '?'}${query}`;
    return `${url}&digest=${hexOf('sha512', key + url)}`;
  };

  const payable = (number: string): MonriOrder => {
    const order = orderNumbered(number);
    if (order.status === 'approved') throw new Error(`Monri: the order number ${number} was approved before`);
    return order;
  };
  const approve = (order: MonriOrder): string => {
    order.status = 'approved';
    order.responseCode = '0000';
    callBack(order);
    return successUrl(order);
  };
  const end = (order: MonriOrder, responseCode: string) => {
    order.status = 'declined';
    order.responseCode = responseCode;
  };

  const openForm = (fields: Record<string, string>): MonriOrder => {
    const { order_number: number = '', amount = '', currency = '' } = fields;
    requireToken(fields.authenticity_token);
    requireDigest(fields.digest, hexOf('sha512', key + number + amount + currency));
    const known = orders.find((one) => one.number === number);
    if (known?.status === 'approved') throw new Refusal(406, 'Order number has already been taken');
    if (known) return known;
    const order: MonriOrder = {
      number,
      fields,
      amount: Number(amount),
      currency,
      status: 'opened',
      responseCode: '',
      refunded: 0,
    };
    orders.push(order);
    return order;
  };

  const show = (fields: Record<string, string>): Answer => {
    const { 'order-number': number = '' } = fields;
    requireToken(fields['authenticity-token']);
    requireDigest(fields.digest, hexOf('sha1', key + number));
    const order = orders.find((one) => one.number === number);
    if (!order || order.status === 'opened') throw new Refusal(404, 'Order not found');
    return {
      status: 200,
      body: {
        status: order.status,
        'response-code': order.responseCode,
        'order-number': number,
        amount: String(order.amount),
        currency: order.currency,
      },
    };
  };

  const refund = (number: string, fields: Record<string, string>): Answer => {
    const { amount = '', currency = '' } = fields;
    if (fields['order-number'] !== number) breaches.push('refund: the order number differs from the address');
    requireToken(fields['authenticity-token']);
    requireDigest(fields.digest, hexOf('sha1', key + number + amount + currency));
    const order = orders.find((one) => one.number === number);
    if (!order) throw new Refusal(404, 'Order not found');
    const isTaken =
      order.status === 'approved' &&
      order.refunded === 0 &&
      Number(amount) <= order.amount &&
      currency === order.currency &&
      !refusesRefunds;
    if (isTaken) {
      order.refunded = Number(amount);
      notify(order, 'refund', Number(amount));
    }
    transactions += 1;
    return {
      status: 201,
      body: {
        id: String(200_000 + transactions),
        status: isTaken ? 'approved' : 'declined',
        'response-code': isTaken ? '0000' : '1010',
        'order-number': number,
        amount,
        currency,
        'transaction-type': 'refund',
      },
    };
  };

  const charge = (body: Json): Answer => {
    const sent = body.transaction as Record<string, string>;
    const { order_number: number = '', amount = '', currency = '' } = sent;
    requireToken(sent.authenticity_token);
    requireDigest(sent.digest, hexOf('sha512', key + number + amount + currency));
    if (sent.pan_token !== PAN_TOKEN) throw new Refusal(422, 'Pan token is invalid');
    if (orders.some((one) => one.number === number && one.status === 'approved')) {
      throw new Refusal(406, 'Order number has already been taken');
    }
    const outcome = outcomes.shift() ?? 'approved';
    const order: MonriOrder = {
      number,
      fields: sent,
      amount: Number(amount),
      currency,
      status: outcome,
      responseCode: outcome === 'approved' ? '0000' : '0051',
      refunded: 0,
    };
    orders.push(order);
    return { status: 201, body: { transaction: transactionOf(order, 'purchase') } };
  };

  const server = http.createServer(async (request, response) => {
    const text = await bodyOf(request);
    const { pathname } = new URL(request.url!, origin);
    const page = (status: number, html: string) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
      response.end(html);
    };
    const chosen = /^\/v2\/form\/([A-Za-z0-9_-]+)$/.exec(pathname)?.[1];
    if (chosen && request.method === 'POST') {
      const order = orderNumbered(chosen);
      const choice = new URLSearchParams(text).get('choice');
      if (choice === 'decline') {
        end(order, '0051');
        return page(200, monriPage({ fields: order.fields, notice: 'The card was declined. Try another one.' }));
      }
      if (choice === 'cancel') end(order, '1050');
      const location = choice === 'pay' ? approve(payable(chosen)) : order.fields.cancel_url_override!;
      return void response.writeHead(303, { location }).end();
    }

    const refunded = /^\/transactions\/([^/]+)\/refund\.xml$/.exec(pathname)?.[1];
    const call: MonriCall | null =
      pathname === contract.form.path
        ? 'form'
        : pathname === '/orders/show'
          ? 'show'
          : refunded
            ? 'refund'
            : pathname === contract.charge.path
              ? 'charge'
              : null;
    // The browser itself requests these.
    if (pathname === '/robots.txt' || pathname === '/favicon.ico') return void response.writeHead(404).end('Not found');
    if (!call || request.method !== 'POST') {
      breaches.push(`${request.method} ${pathname}: Monri has no such call`);
      return void response.writeHead(404).end();
    }
    const type = { form: 'application/x-www-form-urlencoded', charge: 'application/json' }[call as string];
    const wanted = type ?? 'application/xml';
    if (request.headers['content-type']?.split(';')[0] !== wanted) {
      breaches.push(`${call}: content-type must be ${wanted}`);
    }
    const body = readBody(call, text);
    requests.push({ call, body });
    const isXml = call === 'show' || call === 'refund';
    const before = breaches.length;
    if (call === 'form') checkBody('form', checks.form, body);
    if (call === 'charge') checkBody('charge', checks.charge, body);
    if (isXml) checkXml(call, text);

    const send = (status: number, answer: Json) => {
      response.writeHead(status, { 'content-type': isXml ? 'application/xml; charset=utf-8' : 'application/json' });
      response.end(isXml ? xmlOf(call, answer) : JSON.stringify(answer));
    };
    const refuse = (status: number, detail: string) => {
      if (call === 'form') return page(status, `<h1>${detail}</h1>`);
      return send(status, isXml ? { error: detail } : { errors: [detail] });
    };
    const fault = faults.get(call)?.shift();
    if (fault && 'hangUp' in fault && fault.hangUp === 'before') return void request.socket.destroy();
    if (fault && 'status' in fault && !('text' in fault)) return refuse(fault.status, fault.detail ?? 'Out of order');
    if (breaches.length > before) return refuse(422, breaches.at(-1)!);
    let answer: Answer;
    try {
      const fields = body as Record<string, string>;
      if (call === 'form') return page(200, monriPage({ fields: openForm(fields).fields, notice: '' }));
      answer = call === 'show' ? show(fields) : refunded ? refund(decodeURIComponent(refunded), fields) : charge(body);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return refuse(error.status, error.message);
    }
    if (call === 'charge') checkBody('charge answer', checks.chargeAnswer, answer.body);
    else checkAnswer(call, answer.body);
    if (fault && 'hangUp' in fault) {
      if (fault.hangUp === 'mid-answer') {
        response.writeHead(answer.status, { 'content-length': '5000' });
        response.write('<?xml');
        await pause(20);
      }
      return void request.socket.destroy();
    }
    if (fault && 'delayMs' in fault) await pause(fault.delayMs);
    if (fault && 'text' in fault) {
      const { contentType = 'application/xml', status = answer.status, headers = {} } = fault;
      response.writeHead(status, { 'content-type': contentType, ...headers });
      return void response.end(fault.text);
    }
    send(answer.status, fault && 'change' in fault ? fault.change(structuredClone(answer.body)) : answer.body);
  });

  const readBody = (call: MonriCall, text: string): Json => {
    try {
      if (call === 'form') return Object.fromEntries(new URLSearchParams(text));
      return call === 'charge' ? (JSON.parse(text) as Json) : { ...readXml(text).fields };
    } catch {
      breaches.push(`${call}: the body cannot be read`);
      return {};
    }
  };
  const checkXml = (call: 'show' | 'refund', text: string) => {
    const { sent } = contract[call];
    const { root, fields } = readXml(text);
    if (root !== sent.root) breaches.push(`${call}: the root must be ${sent.root}`);
    if (Object.keys(fields).sort().join() !== [...sent.children].sort().join()) {
      breaches.push(`${call}: the elements must be ${sent.children.join(', ')}`);
    }
  };
  const checkAnswer = (call: 'show' | 'refund', answer: Json) => {
    const { answered } = contract[call];
    if (Object.keys(answer).sort().join() !== [...answered].sort().join()) {
      breaches.push(`${call} answer: the elements must be ${answered.join(', ')}`);
    }
  };
  const xmlOf = (call: MonriCall, answer: Json) =>
    writeXml(
      'error' in answer ? 'errors' : call === 'show' ? 'order' : 'transaction',
      answer as Record<string, string>,
    );

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: origin,
    key,
    token,
    requests,
    breaches,
    orders,
    buyer: {
      async opens(action) {
        if (action.action !== 'submit') throw new Error('Monri’s page is opened by a form');
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return post(action.url, new URLSearchParams(action.params).toString(), headers);
      },
      pays: (number) => approve(payable(number)),
      declines: (number) => end(payable(number), '0051'),
      cancels: (number) => end(payable(number), '1050'),
    },
    dashboard: {
      refunds(number, amount) {
        const order = orderNumbered(number);
        order.refunded += amount;
        notify(order, 'refund', amount);
      },
      voids(number) {
        const order = orderNumbered(number);
        order.status = 'voided';
        notify(order, 'void', order.amount);
      },
      refusesRefunds() {
        refusesRefunds = true;
      },
    },
    charges: (...more) => void outcomes.push(...more),
    next: (call, ...more) => void faults.set(call, [...(faults.get(call) ?? []), ...more]),
    recovers: () => faults.clear(),
    deliver,
    waitingMessages: messages,
    takeMessages: () => messages.splice(0),
    signed: (body) => signed(body),
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
