import { z } from 'zod';

/*
 * The parts of Stripe's objects that the shop reads. Everything else can change, and fields can take new values.
 * Reading an object that does not fit throws, and the shop queries again later.
 */

const metadata = z
  .record(z.string(), z.string())
  .nullish()
  .transform((data) => data ?? {});
/** Stripe sends the id, or the whole object if the request expands it. */
const idOf = z.union([z.string().min(1), z.object({ id: z.string().min(1) }).transform(({ id }) => id)]);
const currency = z.string().regex(/^[a-z]{3}$/i);
const amount = z.int();

const cardDetails = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  exp_month: z.int().nullish(),
  exp_year: z.int().nullish(),
});

const charge = z.object({
  payment_method_details: z.object({ type: z.string(), card: cardDetails.nullish() }).nullish(),
});

const intent = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  status: z.string(),
  amount_received: amount,
  currency,
  metadata,
  customer: idOf.nullish(),
  payment_method: idOf.nullish(),
  setup_future_usage: z.string().nullish(),
  latest_charge: z.union([charge, z.string()]).nullish(),
  last_payment_error: z.object({ code: z.string().nullish(), decline_code: z.string().nullish() }).nullish(),
});

const session = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  status: z.string().nullable(),
  payment_status: z.string(),
  url: z.string().nullable(),
  expires_at: z.int(),
  amount_total: amount.nullable(),
  currency: currency.nullable(),
  client_reference_id: z.string().nullable(),
  metadata,
  payment_intent: z.union([intent, z.string()]).nullable(),
});

const intentOrId = z.union([intent, z.string()]).nullable();

const refund = z.object({
  id: z.string().min(1),
  amount,
  currency,
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
  payment_intent: intentOrId,
});

const dispute = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  amount,
  currency,
  status: z.string(),
  reason: z.string(),
  payment_intent: intentOrId,
  balance_transactions: z.array(z.object({ amount })),
  evidence_details: z.object({ due_by: z.int().nullable() }),
});

const paymentMethod = z.object({
  id: z.string().min(1),
  type: z.string(),
  customer: idOf.nullable(),
  card: cardDetails.nullish(),
});

const payout = z.object({
  id: z.string().min(1),
  amount,
  currency,
  status: z.string(),
  arrival_date: z.int(),
  statement_descriptor: z.string().nullable(),
  automatic: z.boolean(),
  reconciliation_status: z.string(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
});

/** What changed the balance at Stripe. A charge has the metadata of its payment. */
const balanceTransaction = z.object({
  id: z.string().min(1),
  type: z.string(),
  amount,
  fee: amount,
  source: z
    .union([z.string(), z.object({ metadata })])
    .nullish()
    .transform((source) => (typeof source === 'object' && source ? source.metadata : {})),
});

const event = z.object({
  id: z.string().min(1),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  api_version: z.string().nullable(),
  account: z.string().nullish(),
  context: z.string().nullish(),
  data: z.object({ object: z.looseObject({ id: z.string().optional(), metadata }) }),
});

/** A paid session, or a payment without a session, as in a message. */
const paid = z.union([
  z
    .object({
      object: z.literal('checkout.session'),
      payment_status: z.literal('paid'),
      payment_intent: z.string().min(1),
      amount_total: amount,
      currency,
    })
    .transform((one) => ({ transaction: one.payment_intent, amount: one.amount_total, currency: one.currency })),
  z
    .object({
      object: z.literal('payment_intent'),
      status: z.literal('succeeded'),
      id: z.string().min(1),
      amount_received: amount,
      currency,
    })
    .transform((one) => ({ transaction: one.id, amount: one.amount_received, currency: one.currency })),
]);

const fraudWarning = z.object({
  id: z.string().min(1),
  actionable: z.boolean(),
  fraud_type: z.string(),
  payment_intent: idOf.nullish(),
});

export type Card = z.infer<typeof cardDetails>;
export type Intent = z.infer<typeof intent>;
export type Session = z.infer<typeof session>;
export type Refund = z.infer<typeof refund>;
export type Dispute = z.infer<typeof dispute>;
export type PaymentMethod = z.infer<typeof paymentMethod>;
export type Payout = z.infer<typeof payout>;
export type BalanceTransaction = z.infer<typeof balanceTransaction>;
export type StripeEvent = z.infer<typeof event>;

const reading =
  <T>(name: string, shape: z.ZodType<T>) =>
  (value: unknown): T => {
    const read = shape.safeParse(value);
    if (read.success) return read.data;
    const place = read.error.issues[0]?.path.join('.') ?? '';
    throw new Error(`Stripe sent a ${name} that the shop cannot read${place && ` (${place})`}`);
  };

export const readSession = reading('session', session);
export const readIntent = reading('payment', intent);
export const readRefund = reading('refund', refund);
export const readDispute = reading('dispute', dispute);
export const readPaymentMethod = reading('payment method', paymentMethod);
export const readPayout = reading('payout', payout);
export const readBalanceTransaction = reading('balance transaction', balanceTransaction);
export const readEvent = reading('event', event);

/** Reads a warning of the card scheme; null if it cannot be read. */
export const readFraudWarning = (object: unknown) => fraudWarning.safeParse(object).data ?? null;

/** Reads what was paid; null if the message does not prove a payment. */
export const readPaid = (object: unknown) => paid.safeParse(object).data ?? null;
