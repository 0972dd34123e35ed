import type { Contract, Json } from './contract.ts';

/** What Mollie knows about a payment, with its amounts in hundredths (or whole units of JPY). */
export interface PaymentEntry {
  readonly id: string;
  readonly fields: Json;
  readonly amount: Money;
  readonly createdAt: Date;
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed';
  expiresAt: Date;
  method: string | null;
  isCancelable: boolean;
  details: Json | null;
  mandateId: string | null;
}

export interface Money {
  readonly currency: string;
  readonly value: string;
}

export interface RefundEntry {
  readonly id: string;
  readonly payment: PaymentEntry;
  readonly fields: Json;
  readonly amount: Money;
  readonly createdAt: Date;
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled';
}

export interface ChargebackEntry {
  readonly id: string;
  readonly payment: PaymentEntry;
  readonly amount: Money;
  readonly createdAt: Date;
  reversedAt: Date | null;
}

export interface MandateEntry {
  readonly id: string;
  readonly customerId: string;
  readonly method: 'creditcard' | 'directdebit' | 'paypal';
  readonly details: Json;
  status: 'valid' | 'pending' | 'invalid';
}

/** Minutes after which a payment expires, counted from the choice of its method. */
export const MINUTES_OF: Readonly<Record<string, number>> = {
  bancontact: 60,
  creditcard: 30,
  eps: 60,
  ideal: 15,
  paypal: 3 * 24 * 60,
  banktransfer: 12 * 24 * 60,
};
const UNCHOSEN_MINUTES = 15;

export const minutesAfter = (date: Date, minutes: number): Date => new Date(date.getTime() + minutes * 60_000);

const units = ({ value }: Money): number => Number(value.replace('.', ''));
const written = (amount: number, like: Money): Money => {
  const digits = like.value.split('.')[1]?.length ?? 0;
  const text = String(amount).padStart(digits + 1, '0');
  const point = text.length - digits;
  return { currency: like.currency, value: digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}` };
};

/** Everything that Mollie has on record, in the form of its API. Only the expiry of payments happens automatically. */
export class MollieBooks {
  readonly payments: PaymentEntry[] = [];
  readonly refunds: RefundEntry[] = [];
  readonly chargebacks: ChargebackEntry[] = [];
  readonly customers: { readonly id: string; readonly fields: Json; readonly createdAt: Date }[] = [];
  readonly mandates: MandateEntry[] = [];
  #ids = 0;
  readonly #contract: Contract;
  readonly #clock: () => Date;
  readonly #origin: () => string;

  constructor(contract: Contract, clock: () => Date, origin: () => string) {
    this.#contract = contract;
    this.#clock = clock;
    this.#origin = origin;
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${String(this.#ids).padStart(4, '0')}${prefix === 'tr' ? 'Nn7Q' : 'k3'}`;
  }

  open(fields: Json): PaymentEntry {
    const now = this.#clock();
    const payment: PaymentEntry = {
      id: this.id('tr'),
      fields,
      amount: fields.amount as Money,
      createdAt: now,
      status: 'open',
      expiresAt: minutesAfter(now, UNCHOSEN_MINUTES),
      method: null,
      isCancelable: false,
      details: null,
      mandateId: (fields.mandateId as string | undefined) ?? null,
    };
    this.payments.unshift(payment);
    return payment;
  }

  payment(id: string): PaymentEntry {
    const found = this.payments.find((one) => one.id === id);
    if (!found) throw new Error(`The stand-in has no payment ${id}`);
    return found;
  }

  refundsOf = (payment: PaymentEntry) => this.refunds.filter((one) => one.payment === payment);
  chargebacksOf = (payment: PaymentEntry) => this.chargebacks.filter((one) => one.payment === payment);

  /** Returns the amount of the payment that has not been refunded. */
  left(payment: PaymentEntry): number {
    const back = this.refundsOf(payment).filter(({ status }) => status !== 'failed' && status !== 'canceled');
    const taken = this.chargebacksOf(payment).filter(({ reversedAt }) => !reversedAt);
    return [...back, ...taken].reduce((left, { amount }) => left - units(amount), units(payment.amount));
  }

  isCovered = (payment: PaymentEntry, amount: Money): boolean =>
    amount.currency === payment.amount.currency && units(amount) > 0 && units(amount) <= this.left(payment);

  shownPayment(payment: PaymentEntry): Json {
    const { fields, status, id } = payment;
    const refunds = this.refundsOf(payment);
    const chargebacks = this.chargebacksOf(payment);
    const sum = (entries: readonly { amount: Money }[]) =>
      written(
        entries.reduce((all, { amount }) => all + units(amount), 0),
        payment.amount,
      );
    const back = refunds.filter((one) => one.status !== 'failed' && one.status !== 'canceled');
    const taken = chargebacks.filter(({ reversedAt }) => !reversedAt);
    const at = this.#clock().toISOString();
    return {
      ...this.#contract.minimal('PaymentResponse'),
      resource: 'payment',
      id,
      mode: 'test',
      description: fields.description,
      amount: payment.amount,
      metadata: fields.metadata ?? null,
      redirectUrl: fields.redirectUrl ?? null,
      ...pick(fields, ['cancelUrl', 'webhookUrl', 'locale', 'captureMode', 'customerId']),
      sequenceType: fields.sequenceType ?? 'oneoff',
      profileId: 'pfl_StandIn',
      method: payment.method,
      status,
      isCancelable: status === 'open' || status === 'pending' ? payment.isCancelable : false,
      createdAt: payment.createdAt.toISOString(),
      ...(payment.details && { details: payment.details }),
      ...(payment.mandateId && { mandateId: payment.mandateId }),
      ...(status === 'open' && { expiresAt: payment.expiresAt.toISOString() }),
      ...(status === 'paid' && {
        paidAt: at,
        amountRefunded: sum(back),
        amountRemaining: written(this.left(payment), payment.amount),
        ...(taken.length > 0 && { amountChargedBack: sum(taken) }),
      }),
      ...(status === 'failed' && { failedAt: at }),
      ...(status === 'canceled' && { canceledAt: at }),
      ...(status === 'expired' && { expiredAt: at }),
      _links: {
        self: this.link(`/v2/payments/${id}`),
        dashboard: page(`${this.#origin()}/dashboard/payments/${id}`),
        ...(status === 'open' && Boolean(fields.redirectUrl) && { checkout: page(`${this.#origin()}/checkout/${id}`) }),
        ...(refunds.length > 0 && { refunds: this.link(`/v2/payments/${id}/refunds`) }),
        ...(chargebacks.length > 0 && { chargebacks: this.link(`/v2/payments/${id}/chargebacks`) }),
      },
    };
  }

  shownRefund(refund: RefundEntry): Json {
    const { id, payment, fields, amount, createdAt, status } = refund;
    return {
      ...this.#contract.minimal('RefundResponse'),
      resource: 'refund',
      id,
      mode: 'test',
      amount,
      description: fields.description ?? '',
      metadata: fields.metadata ?? null,
      paymentId: payment.id,
      status,
      createdAt: createdAt.toISOString(),
      _links: {
        self: this.link(`/v2/payments/${payment.id}/refunds/${id}`),
        payment: this.link(`/v2/payments/${payment.id}`),
        documentation: page('https://docs.mollie.com'),
      },
    };
  }

  shownChargeback({ id, payment, amount, createdAt, reversedAt }: ChargebackEntry): Json {
    return {
      resource: 'chargeback',
      id,
      amount,
      paymentId: payment.id,
      createdAt: createdAt.toISOString(),
      reason: { code: 'AC01', description: 'Account identifier incorrect' },
      reversedAt: reversedAt?.toISOString() ?? null,
      _links: {
        self: this.link(`/v2/payments/${payment.id}/chargebacks/${id}`),
        payment: this.link(`/v2/payments/${payment.id}`),
        documentation: page('https://docs.mollie.com'),
      },
    };
  }

  shownMandate({ id, customerId, method, details, status }: MandateEntry): Json {
    return {
      ...this.#contract.minimal('MandateResponse'),
      resource: 'mandate',
      id,
      mode: 'test',
      method,
      details,
      status,
      customerId,
      createdAt: this.#clock().toISOString(),
      _links: {
        self: this.link(`/v2/customers/${customerId}/mandates/${id}`),
        customer: this.link(`/v2/customers/${customerId}`),
        documentation: page('https://docs.mollie.com'),
      },
    };
  }

  /** Lists items newest first, from the item `from` on. */
  list(
    name: string,
    items: readonly Json[],
    { limit = '50', from }: { limit?: string; from?: string },
    path: string,
  ): Json {
    const start = from ? items.findIndex(({ id }) => id === from) : 0;
    const shown = items.slice(start, start + Number(limit)).map(withoutDocumentation);
    const next = items[start + Number(limit)];
    return {
      count: shown.length,
      _embedded: { [name]: shown },
      _links: {
        self: this.link(path),
        previous: null,
        next: next ? this.link(`${path}?from=${next.id}&limit=${limit}`) : null,
        documentation: page('https://docs.mollie.com'),
      },
    };
  }

  link = (path: string) => ({ href: `${this.#origin()}${path}`, type: 'application/hal+json' });
}

/** Items of a list have no link to their documentation. */
function withoutDocumentation(item: Json): Json {
  const { documentation: _, ...links } = item._links as Json;
  return { ...item, _links: links };
}

export const page = (href: string) => ({ href, type: 'text/html' });

const pick = (fields: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
