import type { Contract, Json } from './contract.ts';

export interface StripeObject extends Json {
  id: string;
  object: string;
}

export interface SessionObject extends StripeObject {
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  expires_at: number;
  success_url: string;
  cancel_url: string | null;
  metadata: Record<string, string>;
}

export interface IntentObject extends StripeObject {
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  payment_method: string | null;
  latest_charge: string | null;
  metadata: Record<string, string>;
}

export interface RefundObject extends StripeObject {
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
}

export interface DisputeObject extends StripeObject {
  amount: number;
  currency: string;
  payment_intent: string;
  status: string;
  balance_transactions: Json[];
}

export interface MethodObject extends StripeObject {
  customer: string | null;
  card: Json;
}

export interface EventObject extends StripeObject {
  type: string;
  data: { object: StripeObject };
}

/** What the buyer pays with. */
export type Card = 'visa' | 'mastercard' | 'sepa' | 'ideal' | 'declines' | 'needs_sca';

/** How a saved card answers a charge. */
export type CardAnswer = 'paid' | 'processing' | { readonly decline: string; readonly advice?: string };

/** What Stripe knows of one account. Objects have the shape in which the API sends them. */
export class StripeBooks {
  readonly all = new Map<string, StripeObject>();
  readonly events: EventObject[] = [];
  readonly cardAnswers = new Map<string, CardAnswer>();
  account: Json;
  #last = 0;
  readonly #contract: Contract;
  readonly #now: () => Date;

  constructor(contract: Contract, now: () => Date) {
    this.#contract = contract;
    this.#now = now;
    this.account = {
      ...contract.minimal('Account'),
      id: 'acct_standin',
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      default_currency: 'eur',
      country: 'NL',
    };
  }

  seconds = (): number => Math.floor(this.#now().getTime() / 1_000);

  newId(prefix: string): string {
    this.#last += 1;
    return `${prefix}_${String(this.#last).padStart(6, '0')}`;
  }

  /** Adds an object, starting from the minimal one of its schema. */
  add<T extends StripeObject>(schema: string, prefix: string, facts: Json): T {
    const made = {
      ...this.#contract.minimal(schema),
      ...(schema === 'Charge' && { billing_details: this.#contract.minimal('Charge.BillingDetails') }),
      id: this.newId(prefix),
      created: this.seconds(),
      ...(schema !== 'Refund' && { livemode: false }),
      ...facts,
    } as unknown as T;
    this.all.set(made.id, made);
    return made;
  }

  minimal = (schema: string): Json => this.#contract.minimal(schema);

  find<T extends StripeObject>(id: unknown, kind: T['object']): T | undefined {
    const found = this.all.get(String(id));
    return found?.object === kind ? (found as T) : undefined;
  }

  get<T extends StripeObject>(id: unknown, kind: T['object']): T {
    const found = this.find<T>(id, kind);
    if (!found) throw new Error(`The stand-in has no ${kind} ${id}`);
    return found;
  }

  every<T extends StripeObject>(kind: T['object']): T[] {
    return [...this.all.values()].filter(({ object }) => object === kind) as T[];
  }

  readonly #movements = new Map<string, StripeObject[]>();

  /** Returns the movements in a payout. */
  movementsOf = (payout: string): readonly StripeObject[] => this.#movements.get(payout) ?? [];

  addMovement(payout: string, facts: Json): void {
    const movement = this.add<StripeObject>('BalanceTransaction', 'txn', { currency: 'eur', fee: 0, ...facts });
    Reflect.deleteProperty(movement, 'livemode');
    movement.net = Number(movement.amount) - Number(movement.fee);
    this.#movements.set(payout, [...this.movementsOf(payout), movement]);
  }

  session = (id: string): SessionObject => {
    const session = this.get<SessionObject>(id, 'checkout.session');
    if (session.status === 'open' && this.seconds() >= session.expires_at) this.expire(session);
    return session;
  };

  intent = (id: string): IntentObject => this.get<IntentObject>(id, 'payment_intent');

  emit(type: string, object: StripeObject, apiVersion: string): void {
    this.events.push({
      id: this.newId('evt'),
      object: 'event',
      type,
      api_version: apiVersion,
      created: this.seconds(),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      data: { object: structuredClone(object) },
    } as EventObject);
  }

  expire(session: SessionObject): void {
    Object.assign(session, { status: 'expired', url: null });
    this.emit('checkout.session.expired', session, this.#contract.version);
  }

  /** Throws if the page no longer takes a payment. */
  pay(session: SessionObject, card: Card): void {
    if (session.status !== 'open') throw new Error(`The session ${session.id} is ${session.status}`);
    const message = (type: string, object: StripeObject) => this.emit(type, object, this.#contract.version);
    const intent = this.#intentOf(session);
    if (card === 'declines') {
      intent.status = 'requires_payment_method';
      message('payment_intent.payment_failed', intent);
      return;
    }
    const method = this.add<MethodObject>('PaymentMethod', 'pm', {
      type: card === 'sepa' ? 'sepa_debit' : card === 'ideal' ? 'ideal' : 'card',
      billing_details: this.minimal('PaymentMethod.BillingDetails'),
      customer: session.customer_creation === 'always' ? this.#newCustomer(session).id : null,
      ...(!['sepa', 'ideal'].includes(card) && { card: cardOf(this, 'PaymentMethod.Card', card) }),
    });
    Object.assign(session, { status: 'complete', url: null, customer: method.customer });
    Object.assign(intent, { payment_method: method.id, customer: method.customer });
    if (card === 'sepa') {
      intent.status = 'processing';
      message('payment_intent.processing', intent);
      message('checkout.session.completed', session);
      return;
    }
    this.succeed(intent, card);
    session.payment_status = 'paid';
    message('checkout.session.completed', session);
  }

  /** Makes the payment's money arrive. */
  succeed(intent: IntentObject, card: Card): void {
    const isCard = !['sepa', 'ideal'].includes(card);
    const type = card === 'sepa' ? 'sepa_debit' : card === 'ideal' ? 'ideal' : 'card';
    const charge = this.add<StripeObject>('Charge', 'ch', {
      amount: intent.amount,
      amount_captured: intent.amount,
      captured: true,
      paid: true,
      status: 'succeeded',
      currency: intent.currency,
      customer: intent.customer,
      metadata: intent.metadata,
      payment_intent: intent.id,
      payment_method: intent.payment_method,
      payment_method_details: {
        type,
        ...(isCard && { card: cardOf(this, 'Charge.PaymentMethodDetails.Card', card) }),
      },
    });
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, latest_charge: charge.id });
    this.emit('payment_intent.succeeded', intent, this.#contract.version);
  }

  #intentOf(session: SessionObject): IntentObject {
    if (session.payment_intent) return this.intent(session.payment_intent);
    const data = (session.payment_intent_data ?? {}) as Json;
    const intent = this.newIntent({
      amount: session.amount_total,
      currency: session.currency,
      metadata: data.metadata ?? {},
      setup_future_usage: data.setup_future_usage ?? null,
      description: data.description ?? null,
    });
    session.payment_intent = intent.id;
    return intent;
  }

  newIntent = (facts: Json): IntentObject =>
    this.add<IntentObject>('PaymentIntent', 'pi', {
      amount_received: 0,
      status: 'requires_payment_method',
      capture_method: 'automatic_async',
      confirmation_method: 'automatic',
      metadata: {},
      ...facts,
    });

  #newCustomer = (session: SessionObject): StripeObject =>
    this.add('Customer', 'cus', {
      email: session.customer_email,
      metadata: {},
      invoice_settings: this.minimal('Customer.InvoiceSettings'),
    });

  refundable(intent: IntentObject): number {
    const refunds = this.every<RefundObject>('refund').filter(({ payment_intent: id }) => id === intent.id);
    const gone = refunds.filter(({ status }) => status === 'pending' || status === 'succeeded');
    return intent.amount_received - gone.reduce((total, { amount }) => total + amount, 0);
  }

  isDisputed = (intent: IntentObject): boolean =>
    this.every<DisputeObject>('dispute').some(
      ({ payment_intent: id, status }) => id === intent.id && !['won', 'warning_closed'].includes(status),
    );
}

const cardOf = (books: StripeBooks, schema: string, card: Card): Json => ({
  ...books.minimal(schema),
  brand: card === 'mastercard' ? 'mastercard' : 'visa',
  last4: card === 'mastercard' ? '4444' : '4242',
  exp_month: 11,
  exp_year: 2028,
  funding: 'credit',
});
