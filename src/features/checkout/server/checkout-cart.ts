import { type OrderRow, orderById, paymentsOf } from '#features/orders/server/public.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { startWasLost } from '#features/payments/domain/attempt-times.ts';
import {
  type AttemptParts,
  type AttemptRow,
  latestAttemptOfPayment,
  startAttempt,
} from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import { batchTransactions } from '#platform/work/batch-transactions.ts';
import type { UnpaidLimits } from '../domain/unpaid-so-far.ts';
import { lockForOrders } from './lock-for-orders.ts';
import { type OrderPlacing, type PlacedOrder, placeLockedOrders, type WrittenOrder } from './place-orders.ts';
import type { CheckoutRefusal, CheckoutRequest } from './plan-order.ts';

/** A larger batch gains little and makes its first request wait longer. */
const MAX_PER_BATCH = 16;
/** Gives buyers who were just answered time to join the next transaction and share its cost. */
const GATHERING_MS = 8;
/** How many requests for one cart may wait. All of them get the same order. */
const MAX_WAITING = 100;

export interface CheckoutParts {
  readonly db: Db;
  loadShop(db: Queryable): Promise<Shop>;
  attempts(shop: Shop): AttemptParts;
  readonly placing: OrderPlacing;
  readonly unpaid?: UnpaidLimits;
  onGatewayError(error: unknown): void;
}

interface CheckedOut {
  readonly order: OrderRow;
  readonly customer: PlacedOrder['customer'];
  /** Null if an earlier request placed the order, or if the card payment could not be started. */
  readonly written: WrittenOrder | null;
  /** Null if there is nothing to pay online, or the gateway did not respond. */
  readonly payment: PaymentAction | null;
  /** As read for the checkout, so that the answer need not read it again. */
  readonly shop: Shop;
}

export type Checkout = (
  request: CheckoutRequest,
  now: Date,
) => Promise<Result<CheckedOut, CheckoutRefusal | { kind: 'overloaded' }>>;

/** How long a repeated request waits for the first one to get the gateway's answer. */
const WAIT_FOR_START_MS = 4_000;

/**
 * Places orders and, for a card, starts their first payment. Checkouts that arrive while this process's transactions
 * are running share the next one: their data is read once for all of them, and locks and disk syncs are shared.
 */
export function createCheckout(parts: CheckoutParts): Checkout {
  type Placed = PlacedOrder & { readonly shop: Shop };
  type Answer = Result<Placed, CheckoutRefusal | { kind: 'overloaded' }>;
  interface TimedRequest {
    readonly request: CheckoutRequest;
    readonly now: Date;
  }
  const place = batchTransactions<TimedRequest, Answer, CheckoutRefusal>({
    keyOf: ({ request }) => request.cartCode,
    turnOf: () => null,
    maxInBatch: MAX_PER_BATCH,
    maxWaiting: MAX_WAITING,
    whenFull: refuse({ kind: 'overloaded' }),
    gatherMs: GATHERING_MS,
    transaction: (batch, now, options) =>
      parts.db
        .stockTransaction((tx) => placeTogether(tx, batch, now), options)
        .catch((error: unknown) => {
          if (isUnitGone(error)) return refuse({ kind: 'cart_expired' } as const);
          throw error;
        }),
    whenRefused: refuse,
  });

  async function placeTogether(tx: Tx, batch: readonly TimedRequest[], now: Date) {
    const requests = batch.map(({ request }) => request);
    const [shop, locked] = await Promise.all([parts.loadShop(tx), lockForOrders(tx, parts.unpaid, requests, now)]);
    const placing = { shop, placing: parts.placing, attempts: parts.attempts(shop), unpaid: parts.unpaid };
    const toPlace = requests.map((request) => withKnownLines(shop, request));
    const answers = await placeLockedOrders(tx, placing, toPlace, locked, now);
    return answers.ok ? ok(answers.value.map((one) => (one.ok ? ok({ ...one.value, shop }) : one))) : answers;
  }

  return async (request, now) => {
    const placed = await place({ request, now });
    if (!placed.ok) return placed;
    const { orderId, customer, written, shop } = placed.value;
    const startParts = { db: parts.db, attempts: parts.attempts(shop), onGatewayError: parts.onGatewayError };
    if (written) {
      const { order, attempt } = written;
      const payment = attempt && (await startPayment(startParts, attempt, order, now));
      return ok({ order, customer, written: attempt && !payment ? null : written, payment, shop });
    }
    const order = (await orderById(parts.db, orderId)) as OrderRow;
    return ok({ order, customer, written, payment: await actionOfPlacedOrder(startParts, order, now), shop });
  };
}

/** Drops address lines that the shop's form does not have. */
const withKnownLines = (shop: Shop, request: CheckoutRequest): CheckoutRequest => ({
  ...request,
  address: knownLines(shop, request.address),
  shippingAddress: knownLines(shop, request.shippingAddress),
});

const knownLines = (shop: Shop, address: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    shop.public.addressLines.flatMap(({ key }) => (address[key] ? [[key, address[key]] as [string, string]] : [])),
  );

/** Whether a process with a clock ahead of this one freed a hold before this order's lines could reference its unit. */
const isUnitGone = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'order_lines_unit_id_fkey';

interface StartingParts {
  readonly db: Db;
  readonly attempts: AttemptParts;
  onGatewayError(error: unknown): void;
}

/** Returns the payment action of an order that another request placed, perhaps a moment ago. */
async function actionOfPlacedOrder(parts: StartingParts, order: OrderRow, now: Date): Promise<PaymentAction | null> {
  if (order.paymentMethod !== 'credit_card' || order.paymentStatus !== 'pending') return null;
  const [first] = await paymentsOf(parts.db, [order.id]);
  if (!first) return null;
  const waitUntil = performance.now() + WAIT_FOR_START_MS;
  for (;;) {
    const attempt = await latestAttemptOfPayment(parts.db, first.id);
    if (!attempt) return null;
    if (attempt.status === 'open') return attempt.action;
    if (attempt.status !== 'created') return null;
    if (startWasLost(attempt, now)) return startPayment(parts, attempt, order, now);
    // Another request has just written this attempt and is calling the gateway.
    if (performance.now() > waitUntil) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function startPayment(
  parts: StartingParts,
  attempt: AttemptRow,
  order: OrderRow,
  now: Date,
): Promise<PaymentAction | null> {
  return startAttempt(parts.attempts, attempt, order, now).catch((error) => {
    parts.onGatewayError(error);
    return null;
  });
}
