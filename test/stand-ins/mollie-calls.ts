import type { Contract, Json } from './contract.ts';
import {
  MINUTES_OF,
  type MollieBooks,
  type Money,
  minutesAfter,
  type PaymentEntry,
  page,
  type RefundEntry,
} from './mollie-books.ts';

export type Handler = (request: { path: Record<string, string>; query: Json; body: Json }) => Json | undefined;

/** The settings of the account. */
export interface MollieAccount {
  /** Whether the balance covers refunds. */
  hasBalance: boolean;
  profileStatus: string;
  methods: { id: string; minimum: string; maximum: string | null }[];
  /** The outcomes of the next charges of saved cards. */
  outcomes: string[];
}

interface MollieCallParts {
  readonly books: MollieBooks;
  readonly contract: Contract;
  clock(): Date;
  origin(): string;
  readonly account: MollieAccount;
  /** Sends a message about the payment. */
  notify(payment: PaymentEntry): void;
}

/** How long Mollie remembers an idempotency key and refuses an equal refund, in milliseconds. */
export const KEY_LIFETIME_MS = 60 * 60_000;

export const METHODS = [
  { id: 'creditcard', minimum: '0.01', maximum: '10000.00' },
  { id: 'ideal', minimum: '0.01', maximum: '50000.00' },
  { id: 'bancontact', minimum: '0.02', maximum: '50000.00' },
  { id: 'eps', minimum: '1.00', maximum: '50000.00' },
  { id: 'paypal', minimum: '0.01', maximum: '10000.00' },
];

export class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, detail: string, field?: string) {
    super(detail);
    this.status = status;
    this.field = field;
  }
}

/** Implements Mollie's API, and what moves payments outside of it. */
export function mollieCalls({ books, contract, clock, origin, account, notify }: MollieCallParts) {
  const finish = (payment: PaymentEntry, status: PaymentEntry['status'], details: Json | null = null): void => {
    payment.status = status;
    payment.details = details ?? payment.details;
    notify(payment);
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

  /** The first payment of a customer allows later charges. */
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
    const hourAgo = clock().getTime() - KEY_LIFETIME_MS;
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
      status: account.hasBalance ? 'pending' : 'queued',
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
    const largest = Math.max(...account.methods.map(({ maximum }) => Number(maximum ?? Number.POSITIVE_INFINITY)));
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
    const outcome = account.outcomes.shift() ?? 'paid';
    if (outcome === 'paid' || outcome === 'pending') finish(payment, outcome, detailsOf(mandate.method));
    else finish(payment, 'failed', { failureReason: outcome });
    return payment;
  };

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
        ...contract.minimal('CustomerResponse'),
        resource: 'customer',
        id: customer.id,
        mode: 'test',
        name: body.name ?? null,
        email: body.email ?? null,
        metadata: body.metadata ?? null,
        createdAt: customer.createdAt.toISOString(),
        _links: {
          self: books.link(`/v2/customers/${customer.id}`),
          dashboard: page(`${origin()}/dashboard/customers/${customer.id}`),
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
      ...contract.minimal('ProfileResponse'),
      resource: 'profile',
      id: 'pfl_StandIn',
      mode: 'test',
      name: 'Sandlark',
      website: 'https://tickets.example.org',
      email: 'info@example.org',
      phone: '+31208202070',
      businessCategory: 'TICKETS',
      status: account.profileStatus,
      createdAt: '2026-01-05T10:00:00.0Z',
    }),
    'GET /v2/methods': ({ query }) => {
      const { currency, value } = (query.amount ?? { currency: 'EUR', value: '1.00' }) as Money;
      const offered = account.methods.filter(
        ({ minimum, maximum }) =>
          Number(minimum) <= Number(value) && Number(maximum ?? Number.POSITIVE_INFINITY) >= Number(value),
      );
      const shown = (currency === 'EUR' ? offered : []).map(({ id, minimum, maximum }) => ({
        ...contract.minimal('ListEntityMethod'),
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

  return { handlers, choose, pay, finish, refund };
}

function detailsOf(method: string): Json {
  if (method === 'creditcard') {
    return { cardLabel: 'Visa', cardNumber: '4242', cardExpiryDate: '2028-11-30', cardHolder: 'Mila Okonkwo' };
  }
  return method === 'paypal' ? {} : { consumerName: 'Mila Okonkwo', consumerAccount: 'NL85LARK0123456789' };
}
