import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contract, type Json, readContract } from './contract.ts';
import {
  type Card,
  type CardAnswer,
  type DisputeObject,
  type EventObject,
  type IntentObject,
  type MethodObject,
  type RefundObject,
  StripeBooks,
  type StripeObject,
} from './stripe-books.ts';
import { expanded, StripeRefusal, stripeCalls } from './stripe-calls.ts';
import { PAGE_CHOICES, type PageChoice, stripePage } from './stripe-page.ts';

/** How one call goes wrong, `before` or `after` its effect at Stripe. */
export type StripeFault =
  | { readonly hangUp: 'before' | 'after' | 'mid-answer' }
  | { readonly delayMs: number }
  /** There is no effect. `isKept`: Stripe gives the same answer again for the same idempotency key. */
  | { readonly status: number; readonly code?: string; readonly isKept?: true }
  /** After the effect, the answer breaks the API's contract. */
  | {
      readonly text: string | Buffer;
      readonly contentType?: string;
      readonly status?: number;
      readonly headers?: Record<string, string>;
    }
  /** After the effect, the answer is changed. */
  | { readonly change: (answer: Json) => Json };

interface SeenRequest {
  /** The call as the contract writes it: `POST /v1/refunds`. */
  readonly call: string;
  readonly url: string;
  readonly body: Json;
  readonly key: string | null;
}

type Signature = 'right' | 'wrong' | 'other secret' | 'missing' | 'altered body' | 'old' | 'future' | 'doubled';

export interface Delivery {
  readonly order?: 'as it happened' | 'reversed' | ((events: readonly EventObject[]) => readonly EventObject[]);
  readonly times?: number;
  readonly signature?: Signature;
  readonly only?: (event: EventObject) => boolean;
  /** Whether to include what was delivered before. */
  readonly again?: boolean;
  /** Changes the event before it is signed. */
  readonly change?: (event: Json) => Json;
}

export interface StripeOptions {
  readonly clock?: () => Date;
  /** Where messages go. It may be set later. */
  readonly webhook?: string;
  /** Whether messages leave as soon as something happens, as for a shop that a browser visits. */
  readonly delivers?: boolean;
}

const SECRET = 'whsec_stand_in_secret_1';
const KEY = 'sk_test_standin0000';
/** Shared by all stand-ins of a process, because compiling the contract's schemas takes seconds. */
let shared: Contract | undefined;
const contractOfStripe = (): Contract => {
  shared ??= readContract('stripe-openapi-subset.json');
  return shared;
};

export type StripeStandIn = Awaited<ReturnType<typeof givenStripe>>;

/**
 * Opens Stripe in memory, on its own port. Every request and every answer is checked against the contract; a test must
 * end with no `breaches`.
 */
export async function givenStripe({ clock = () => new Date(), webhook, delivers = false }: StripeOptions = {}) {
  const contract = contractOfStripe();
  const books = new StripeBooks(contract, clock);
  const requests: SeenRequest[] = [];
  const breaches: string[] = [];
  const faults = new Map<string, StripeFault[]>();
  const keys = new Map<string, { request: string; answer: Answer | null }>();
  const delivered = new Set<string>();
  const sent: Message[] = [];
  const where = { webhook, url: '' };

  const answerTo = (call: Seen): Answer => {
    const perform = stripeCalls[call.operation];
    if (!perform) return failure(404, { type: 'invalid_request_error', message: 'The stand-in does not do this.' });
    try {
      const result = perform({ books, contract, url: where.url, path: call.path, query: call.query, body: call.body });
      const paths = [call.query.expand ?? [], call.body.expand ?? []].flat() as string[];
      return { status: 200, body: expanded(books, result, paths) as Json };
    } catch (error) {
      if (error instanceof StripeRefusal) return failure(error.status, error.error);
      throw error;
    }
  };

  const withKey = (call: Seen, key: string | null, fault: StripeFault | undefined): Answer => {
    const isRefused = fault && 'status' in fault && !('text' in fault);
    const refusal = isRefused ? failure(fault.status, errorOf(fault.status, fault.code)) : null;
    if (call.method !== 'POST' || !key) return refusal ?? answerTo(call);
    const request = JSON.stringify([call.operation, call.path, call.body]);
    const known = keys.get(key);
    if (known && known.request !== request) {
      return failure(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters.',
      });
    }
    if (known?.answer) return known.answer;
    if (refusal && !(isRefused && fault.isKept)) return refusal;
    const answer = refusal ?? answerTo(call);
    keys.set(key, { request, answer: structuredClone(answer) });
    return answer;
  };

  const serveApi = async (request: http.IncomingMessage, response: http.ServerResponse, text: string) => {
    const read = contract.request({
      method: request.method!,
      url: request.url!,
      contentType: request.headers['content-type'],
      body: text,
    });
    breaches.push(...read.breaches);
    const operation = read.operation ?? 'unknown';
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    requests.push({ call: operation, url: request.url!, body: structuredClone(read.body), key });
    if (request.headers['stripe-version'] !== contract.version) {
      breaches.push(`${operation}: asks for version ${request.headers['stripe-version']}`);
    }
    const fault =
      faults.get(operation)?.shift() ?? (request.method === 'POST' ? faults.get('POST')?.shift() : undefined);
    if (fault && 'hangUp' in fault && fault.hangUp === 'before') return request.socket.destroy();
    let answer: Answer;
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      answer = failure(401, { type: 'invalid_request_error', message: `Invalid API Key provided: sk_test_****0000` });
    } else if (read.operation === null || read.breaches.length > 0) {
      answer = failure(read.operation ? 400 : 404, {
        type: 'invalid_request_error',
        message: read.breaches.join('; '),
      });
    } else {
      answer = withKey({ ...read, operation, method: request.method! }, key, fault);
    }
    breaches.push(...contract.answer(operation, answer.status, answer.body).map((breach) => `answer to ${breach}`));
    if (delivers) await deliver();
    if (fault && 'hangUp' in fault && fault.hangUp === 'after') return request.socket.destroy();
    if (fault && 'delayMs' in fault) await sleep(fault.delayMs);
    const body = fault && 'change' in fault ? fault.change(answer.body) : answer.body;
    const isText = fault && 'text' in fault;
    const bytes = Buffer.from(isText ? fault.text : JSON.stringify(body));
    response.writeHead(isText ? (fault.status ?? 200) : answer.status, {
      'content-type': isText ? (fault.contentType ?? 'application/json') : 'application/json',
      'request-id': books.newId('req'),
      ...(isText && fault.headers),
      ...(fault && 'hangUp' in fault && { 'content-length': String(bytes.length) }),
    });
    if (fault && 'hangUp' in fault) {
      response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
      return;
    }
    response.end(bytes);
  };

  const servePage = async (request: http.IncomingMessage, response: http.ServerResponse, text: string) => {
    const session = books.session(request.url!.split('/').at(-1)!);
    const show = (note: string) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(stripePage(session, note));
    };
    if (request.method !== 'POST') return show('');
    const choice = new URLSearchParams(text).get('choice') as PageChoice;
    if (!(choice in PAGE_CHOICES) || session.status !== 'open') return show('');
    if (choice !== 'cancel') books.pay(session, choice);
    if (delivers) await deliver();
    if (choice === 'declines') return show('Your card was declined. Try another one.');
    response.writeHead(303, { location: choice === 'cancel' ? session.cancel_url! : session.success_url }).end();
  };

  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      // A browser also requests an icon and the like.
      if (!/^\/(v1|c\/pay)\//.test(request.url!)) return response.writeHead(404).end('Not found');
      const serve = request.url!.startsWith('/v1/') ? serveApi : servePage;
      Promise.resolve(serve(request, response, text)).catch((error: Error) => {
        breaches.push(`the stand-in failed: ${error.stack}`);
        response.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  where.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function signed(event: EventObject, { signature = 'right', change }: Delivery): Message {
    const check = contract.schema(schemaOfEvent(event.type));
    breaches.push(...check(event).map((breach) => `message ${event.type}: ${breach}`));
    const text = JSON.stringify(change ? change(structuredClone(event) as unknown as Json) : event);
    const moved = { old: -301, future: 302 }[signature as 'old' | 'future'] ?? 0;
    const seconds = books.seconds() + moved;
    const secret = signature === 'other secret' ? 'whsec_of_somebody_else' : SECRET;
    const hex = signature === 'wrong' ? 'ab'.repeat(32) : signStripe(text, seconds, secret);
    const header = `t=${seconds},v1=${hex}`;
    const headers: [string, string][] = [['content-type', 'application/json']];
    if (signature !== 'missing') headers.push(['stripe-signature', header]);
    if (signature === 'doubled') headers.push(['stripe-signature', header]);
    return { headers, body: signature === 'altered body' ? text.replace('evt_', 'evT_') : text };
  }

  async function send(event: EventObject, how: Delivery): Promise<number> {
    const message = signed(event, how);
    sent.push(message);
    if (!where.webhook) throw new Error('The stand-in has no webhook address');
    const response = await fetch(where.webhook, { method: 'POST', ...message });
    await response.arrayBuffer();
    return response.status;
  }

  /** Takes what was not delivered yet. */
  function takeDue({ only = () => true, again = false }: Delivery): EventObject[] {
    const due = books.events.filter((event) => (again || !delivered.has(event.id)) && only(event));
    for (const { id } of due) delivered.add(id);
    return due;
  }

  async function deliver(how: Delivery = {}): Promise<number[]> {
    const { order = 'as it happened', times = 1 } = how;
    const due = takeDue(how);
    const ordered = order === 'reversed' ? due.toReversed() : typeof order === 'function' ? order(due) : due;
    const statuses: number[] = [];
    for (const event of ordered) {
      for (let time = 0; time < times; time += 1) statuses.push(await send(event, how));
    }
    return statuses;
  }

  const emit = (type: string, object: StripeObject) => books.emit(type, object, contract.version);
  const refundOf = (id: string) => books.get<RefundObject>(id, 'refund');
  const methodOf = (id: string) => books.get<MethodObject>(id, 'payment_method');

  return {
    url: where.url,
    requests,
    /** The messages as they left, to be replayed. */
    sent,
    breaches,
    books,
    /** The variables that an operator sets to reach this account. */
    variables: { STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_BASE_URL: where.url },
    sendTo(address: string) {
      where.webhook = address;
    },
    /** Makes the next calls of this kind go wrong, in order. `POST` means all calls that change something. */
    next(call: string, ...wanted: StripeFault[]) {
      if (call !== 'POST' && !stripeCalls[call]) throw new Error(`The stand-in has no call ${call}`);
      faults.set(call, [...(faults.get(call) ?? []), ...wanted]);
    },
    /** Makes calls that were going to fail succeed. */
    recover: () => faults.clear(),
    calls: (call: string): SeenRequest[] => requests.filter((request) => request.call === call),
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: () => keys.clear(),
    deliver,
    /** Takes the signed messages that are due, without sending them. */
    take: (how: Delivery = {}): Message[] => takeDue(how).map((event) => signed(event, how)),
    buyer: {
      pays: (session: string, card: Card = 'visa') => books.pay(books.session(session), card),
    },
    bank: {
      /** Makes the money of a delayed method arrive. */
      confirms(session: string) {
        const object = books.session(session);
        books.succeed(books.intent(object.payment_intent!), 'sepa');
        object.payment_status = 'paid';
        emit('checkout.session.async_payment_succeeded', object);
      },
      fails(session: string) {
        const object = books.session(session);
        const intent = books.intent(object.payment_intent!);
        intent.status = 'requires_payment_method';
        emit('payment_intent.payment_failed', intent);
        emit('checkout.session.async_payment_failed', object);
      },
      settles(intent: string, outcome: 'succeeded' | 'failed') {
        const object = books.intent(intent);
        if (outcome === 'succeeded') books.succeed(object, 'visa');
        else {
          object.status = 'requires_payment_method';
          emit('payment_intent.payment_failed', object);
        }
      },
      answers: (method: string, answer: CardAnswer) => books.cardAnswers.set(method, answer),
      delaysRefund(refund: string) {
        Object.assign(refundOf(refund), { status: 'pending', pending_reason: 'processing' });
        emit('refund.updated', refundOf(refund));
      },
      paysRefund(refund: string) {
        const { pending_reason: _, ...rest } = refundOf(refund);
        books.all.set(refund, { ...rest, status: 'succeeded' } as RefundObject);
        emit('refund.updated', refundOf(refund));
      },
      /** Returns a refund, even days after it succeeded. */
      returnsRefund(refund: string, reason = 'lost_or_stolen_card') {
        Object.assign(refundOf(refund), { status: 'failed', failure_reason: reason });
        emit('refund.failed', refundOf(refund));
      },
      renewsCard(method: string, last4: string) {
        Object.assign(methodOf(method).card, { last4, exp_year: 2032 });
        emit('payment_method.automatically_updated', methodOf(method));
      },
    },
    dashboard: {
      refunds(intent: string, amount: number): string {
        const object = books.intent(intent);
        const refund = books.add<RefundObject>('Refund', 're', {
          amount,
          currency: object.currency,
          charge: object.latest_charge,
          payment_intent: intent,
          metadata: {},
          status: 'succeeded',
        });
        emit('refund.created', refund);
        return refund.id;
      },
      disputes: (intent: string, amount: number, status = 'needs_response') =>
        disputeOf(books, emit, books.intent(intent), amount, status),
      detaches(method: string) {
        methodOf(method).customer = null;
        emit('payment_method.detached', methodOf(method));
      },
      warnsOfFraud(intent: string, facts: Json = {}): string {
        const warning = books.add('EarlyFraudWarning', 'issfr', {
          actionable: true,
          charge: books.intent(intent).latest_charge,
          payment_intent: intent,
          fraud_type: 'unauthorized_use_of_card',
          ...facts,
        });
        emit('radar.early_fraud_warning.created', warning);
        return warning.id;
      },
      /** Pays out. Without movements, the payout consists of one charge. */
      paysOut(amount: number, movements: readonly Json[] = [{ type: 'charge', amount }], facts: Json = {}): string {
        const payout = books.add('Payout', 'po', {
          amount,
          currency: 'eur',
          status: 'paid',
          arrival_date: books.seconds(),
          automatic: true,
          method: 'standard',
          type: 'bank_account',
          source_type: 'card',
          reconciliation_status: 'completed',
          metadata: {},
          statement_descriptor: 'STRIPE 7QX2',
          ...facts,
        });
        for (const movement of movements) books.addMovement(payout.id, movement);
        books.addMovement(payout.id, { type: 'payout', amount: -amount });
        emit('payout.paid', payout);
        return payout.id;
      },
      failsPayout(id: string, reason: string) {
        const payout = books.get(id, 'payout');
        Object.assign(payout, { status: 'failed', failure_code: 'account_closed', failure_message: reason });
        emit('payout.failed', payout);
      },
      /** Changes facts of the account, such as `charges_enabled`. */
      changesAccount: (facts: Json) => Object.assign(books.account, facts),
      addsWebhook: (facts: Json) =>
        books.add('WebhookEndpoint', 'we', {
          api_version: contract.version,
          enabled_events: ['*'],
          status: 'enabled',
          metadata: {},
          ...facts,
        }),
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Message {
  readonly headers: [string, string][];
  readonly body: string;
}

interface Seen {
  readonly operation: string;
  readonly method: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Json;
  readonly body: Json;
}

interface Answer {
  readonly status: number;
  readonly body: Json;
}

const failure = (status: number, error: Json): Answer => ({ status, body: { error } });

const errorOf = (status: number, code?: string): Json => ({
  type: status >= 500 ? 'api_error' : 'invalid_request_error',
  message: `The stand-in was told to answer ${status}.`,
  ...(code && { code }),
});

/** Signs a message as Stripe documents: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`. */
export const signStripe = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

/** Names an event's schema: `CheckoutSessionAsyncPaymentFailedEvent` for `checkout.session.async_payment_failed`. */
const schemaOfEvent = (type: string): string =>
  `${type
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}Event`;

function disputeOf(
  books: StripeBooks,
  emit: (type: string, object: StripeObject) => void,
  intent: IntentObject,
  amount: number,
  status: string,
) {
  const dispute = books.add<DisputeObject>('Dispute', 'dp', {
    amount,
    currency: intent.currency,
    charge: intent.latest_charge,
    payment_intent: intent.id,
    status,
    reason: 'fraudulent',
    balance_transactions: [],
    evidence: books.minimal('Dispute.Evidence'),
    evidence_details: {
      ...books.minimal('Dispute.EvidenceDetails'),
      due_by: books.seconds() + 7 * 24 * 60 * 60,
      enhanced_eligibility: books.minimal('Dispute.EvidenceDetails.EnhancedEligibility'),
    },
    metadata: {},
  });
  emit('charge.dispute.created', dispute);
  const move = (sign: 1 | -1) => {
    dispute.balance_transactions.push({
      ...books.minimal('BalanceTransaction'),
      id: books.newId('txn'),
      amount: sign * amount,
      net: sign * amount,
      currency: intent.currency,
      type: 'adjustment',
    });
  };
  const acts = {
    id: dispute.id,
    takesMoney() {
      move(-1);
      emit('charge.dispute.funds_withdrawn', dispute);
      return acts;
    },
    wins() {
      dispute.status = dispute.status.startsWith('warning') ? 'warning_closed' : 'won';
      emit('charge.dispute.closed', dispute);
      return acts;
    },
    loses() {
      dispute.status = 'lost';
      emit('charge.dispute.closed', dispute);
      return acts;
    },
    reinstates() {
      move(1);
      emit('charge.dispute.funds_reinstated', dispute);
      return acts;
    },
  };
  return acts;
}
