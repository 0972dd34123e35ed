import { type LockedCart, markCartsOrdered } from '#features/cart/server/public.ts';
import type { OrderingCustomer } from '#features/customers/server/public.ts';
import { ORDER_CODE_CHARACTERS, orderCode, paymentReference } from '#features/orders/domain/order-code.ts';
import { firstStatus } from '#features/orders/domain/order-status.ts';
import { type InsertedOrder, insertOrders, type OrderToInsert, ordersOfCarts } from '#features/orders/server/public.ts';
import { type AttemptRow, prepareFirstAttempts, recordConsent } from '#features/payments/server/public.ts';
import { taxedFor } from '#features/pricing/domain/tax-rate.ts';
import { sellUnits } from '#features/stock/server/public.ts';
import { takeVoucherUses } from '#features/vouchers/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { randomChecksum, readableCode } from '#platform/secrets/random-codes.ts';
import type { UnpaidLimits } from '../domain/unpaid-so-far.ts';
import { type LockedForOrders, lockForOrders } from './lock-for-orders.ts';
import {
  type CheckoutRefusal,
  type CheckoutRequest,
  isFromWeb,
  type PlannedOrder,
  type PlanningParts,
  planOrder,
  WEB_CHANNEL,
} from './plan-order.ts';
import { unpaidSoFar } from './unpaid-orders.ts';

/** Called in the orders' transaction. Queues mails, and issues the items of orders that cost nothing. */
export interface OrderPlacing {
  ordersReceived(tx: Tx, orders: readonly InsertedOrder[], shop: PlanningParts['shop'], now: Date): Promise<void>;
  /** For orders that cost nothing. Called before the items are locked; must not take a contended lock. */
  paidAtOnce(tx: Tx, orders: readonly InsertedOrder[], shop: PlanningParts['shop'], now: Date): Promise<void>;
}

export interface PlaceOrderParts extends PlanningParts {
  readonly placing: OrderPlacing;
  /** If absent, there is no limit. */
  readonly unpaid?: UnpaidLimits | undefined;
  /** Called until a code is free. By default, codes are drawn at random. */
  newCode?(prefix: string): string;
}

export interface WrittenOrder extends InsertedOrder {
  /** The first payment attempt, for a card in the shop's checkout. */
  readonly attempt: AttemptRow | null;
}

/** `written` is null if the cart was already an order. */
export interface PlacedOrder {
  readonly orderId: number;
  readonly customer: OrderingCustomer;
  readonly written: WrittenOrder | null;
}

type PlaceAnswer = Result<PlacedOrder, CheckoutRefusal>;

/**
 * Turns carts into orders, in order of arrival, and answers each request separately: takes over the holds, uses the
 * vouchers, schedules payments and queues the mails. For a card it also writes the first attempt, so that the attempt
 * is committed before the gateway is called. A cart that is already an order returns that order with `written` null, so
 * a double click, a second tab or a repeated request places only one order.
 *
 * All requests are checked before anything is written, so a refused one changes nothing except its cart's owner. If
 * what they were checked against changes in the meantime, the whole batch is refused: the caller must roll back and
 * place each order alone. For an order that is placed alone, such a refusal is its answer. Locks carts by id, then
 * vouchers, accounts and items.
 */
export async function placeOrders(
  tx: Tx,
  parts: PlaceOrderParts,
  requests: readonly CheckoutRequest[],
  now: Date,
): Promise<Result<PlaceAnswer[], CheckoutRefusal>> {
  return placeLockedOrders(tx, parts, requests, await lockForOrders(tx, parts.unpaid, requests, now), now);
}

/** The second half of `placeOrders`, for requests whose data was locked in this transaction. */
export async function placeLockedOrders(
  tx: Tx,
  parts: PlaceOrderParts,
  requests: readonly CheckoutRequest[],
  locked: LockedForOrders,
  now: Date,
): Promise<Result<PlaceAnswer[], CheckoutRefusal>> {
  const { carts } = locked;
  if (!carts.ok) return refuse({ kind: 'unknown_cart' });
  const wanted = requests.map((request, index) => ({ request, cart: carts.value[index]! }));
  const decided = await decide(tx, parts, wanted, locked, now);
  const written = await writeOrders(
    tx,
    parts,
    decided.flatMap((one) => (one.ok && 'plan' in one.value ? [one.value] : [])),
    now,
  );
  if (!written.ok) return written;
  const orders = written.value.values();
  return ok(
    decided.map((one): PlaceAnswer => {
      if (!one.ok || !('plan' in one.value)) return one as PlaceAnswer;
      const order = orders.next().value!;
      return ok({ orderId: order.order.id, customer: one.value.customer, written: order });
    }),
  );
}

/** `placeOrders` for one order. The transaction must be rolled back if it throws or refuses. */
export async function placeOrder(
  tx: Tx,
  parts: PlaceOrderParts,
  request: CheckoutRequest,
  now: Date,
): Promise<PlaceAnswer> {
  const placed = await placeOrders(tx, parts, [request], now);
  return placed.ok ? placed.value[0]! : placed;
}

interface OrderToWrite {
  readonly request: CheckoutRequest;
  readonly customer: OrderingCustomer;
  readonly cart: LockedCart;
  readonly plan: PlannedOrder;
}

type Wanted = {
  readonly request: CheckoutRequest;
  readonly cart: Extract<LockedForOrders['carts'], { ok: true }>['value'][number];
};

/** Checks the requests one by one. Each check counts the orders before it. */
async function decide(
  tx: Tx,
  parts: PlaceOrderParts,
  wanted: readonly Wanted[],
  { accounts, vouchers }: LockedForOrders,
  now: Date,
): Promise<Result<OrderToWrite | PlacedOrder, CheckoutRefusal>[]> {
  const [unpaid, earlier] = await Promise.all([
    unpaidSoFar(
      tx,
      parts.unpaid,
      accounts,
      wanted.flatMap(({ request, cart }) =>
        cart.ok && request.paymentMethod !== 'credit_card' ? cart.value.lines.map(({ itemId }) => itemId) : [],
      ),
    ),
    ordersOfCarts(
      tx,
      wanted.flatMap(({ cart }) => (!cart.ok && cart.error.kind === 'cart_ordered' ? [cart.error.cartId] : [])),
    ),
  ]);
  return wanted.map(({ request, cart: locked }): Result<OrderToWrite | PlacedOrder, CheckoutRefusal> => {
    const customer = accounts.customers.get(request.customerId);
    // There is no such customer, or their account was erased in the meantime.
    if (!customer?.email) return refuse({ kind: 'unknown_customer' });
    if (!locked.ok) {
      if (locked.error.kind !== 'cart_ordered') return refuse(locked.error);
      const order = earlier.get(locked.error.cartId);
      if (order?.customerId !== customer.id) return refuse({ kind: 'unknown_cart' });
      return ok({ orderId: order.id, customer, written: null });
    }
    const cart = locked.value;
    const planned = planOrder(parts, { request, customer, cart, vouchers }, now);
    if (!planned.ok) return planned;
    const { voucher, payBy, method } = planned.value;
    if (payBy !== null) {
      const itemIds = cart.lines.map(({ itemId }) => itemId);
      const isTransfer = method === 'bank_transfer';
      if (!unpaid.mayOrder(customer.id, itemIds.length)) return refuse({ kind: 'too_much_unpaid' });
      if (isTransfer && !unpaid.hasRoomForTransfer(itemIds)) {
        const problem = { field: 'payment_method', kind: 'transfers_full' } as const;
        return refuse({ kind: 'invalid_fields', problems: [problem] });
      }
      unpaid.add(customer.id, itemIds, { isTransfer });
    }
    if (voucher) vouchers.take(voucher);
    return ok({ request, customer, cart, plan: planned.value });
  });
}

async function writeOrders(
  tx: Tx,
  parts: PlaceOrderParts,
  toWrite: readonly OrderToWrite[],
  now: Date,
): Promise<Result<WrittenOrder[], CheckoutRefusal>> {
  if (toWrite.length === 0) return ok([]);
  const inserted = await insertWithFreshCodes(tx, parts, toWrite, now);
  const uses = toWrite.flatMap(({ plan: { voucher } }, index) =>
    voucher ? [{ voucherId: voucher.id, orderId: inserted[index]!.order.id }] : [],
  );
  // A voucher was disabled, expired or was used up while the orders were being written.
  if (!(await takeVoucherUses(tx, uses, now))) return refuse({ kind: 'invalid_voucher' });
  const { placing, shop } = parts;
  const [waiting, free] = [false, true].map((isPaid) =>
    inserted.filter(({ order }) => (order.paymentStatus === 'paid') === isPaid),
  );
  // Pipelined: none depends on another's result.
  const [attempts] = await Promise.all([
    firstAttempts(tx, parts, toWrite, inserted, now),
    markCartsOrdered(
      tx,
      toWrite.map(({ cart }) => cart.id),
    ),
    placing.ordersReceived(tx, waiting!, shop, now),
    placing.paidAtOnce(tx, free!, shop, now),
  ]);
  // This comes last, so that the items' locks, which every buyer needs when sales open, are held only briefly.
  const sold = await sellUnits(
    tx,
    toWrite.flatMap(({ cart }) => cart.lines.map(({ unitId }) => unitId)),
    now,
  );
  // A hold has just ended although its cart had not.
  if (!sold.ok) return refuse({ kind: 'cart_expired' });
  return ok(inserted.map((one) => withAttempt(one, attempts.get(one.payments[0]?.id ?? 0) ?? null)));
}

/** Six characters rarely collide; if they do, another code is drawn. */
async function insertWithFreshCodes(
  tx: Tx,
  { shop, newCode = randomCode }: PlaceOrderParts,
  toWrite: readonly OrderToWrite[],
  now: Date,
): Promise<InsertedOrder[]> {
  const inserted = new Map<OrderToWrite, InsertedOrder>();
  for (let draw = 0; draw < 20 && inserted.size < toWrite.length; draw += 1) {
    const byCode = new Map<string, OrderToWrite>();
    for (const one of toWrite) if (!inserted.has(one)) byCode.set(newCode(shop.private.orderPrefix), one);
    const orders = await insertOrders(
      tx,
      [...byCode].map(([code, one]) => orderToInsert(code, one, shop)),
      now,
    );
    for (const [code, order] of orders) inserted.set(byCode.get(code)!, order);
  }
  return toWrite.map((one) => {
    const order = inserted.get(one);
    if (!order) throw new Error('No free order code found');
    return order;
  });
}

const randomCode = (prefix: string): string => orderCode(prefix, readableCode(ORDER_CODE_CHARACTERS));

function orderToInsert(
  code: string,
  { request, customer, cart, plan }: OrderToWrite,
  shop: PlanningParts['shop'],
): OrderToInsert {
  const goods = cart.lines.some((line) => line.kind === 'merchandise');
  const channel = request.channel ?? WEB_CHANNEL;
  return {
    order: {
      code,
      checksum: randomChecksum(),
      customerId: customer.id,
      cartId: cart.id,
      channel,
      paymentMethod: plan.method,
      paymentStatus: firstStatus(plan.totals.totalPrice),
      itemsTotal: plan.totals.itemsTotal,
      shippingAmount: plan.totals.shippingAmount,
      discountAmount: plan.totals.discountAmount,
      totalPrice: plan.totals.totalPrice,
      hasPaymentPlan: plan.isPlan,
      voucherId: plan.voucher?.id ?? null,
      discountName: plan.voucher?.name ?? null,
      customerName: customer.fullName,
      customerEmail: customer.email,
      billingCountry: request.country,
      billingAddress: request.address,
      shippingName: goods ? request.shippingName || customer.fullName : null,
      shippingCountry: goods ? request.shippingCountry : null,
      shippingAddress: goods ? request.shippingAddress : null,
      terms: request.acceptedTerms
        ? { versionId: shop.private.termsVersionId, via: channel === WEB_CHANNEL ? 'checkout' : channel }
        : null,
      payBy: plan.payBy,
    },
    lines: taxedFor(cart.lines, request.shippingCountry).map((line, index) => ({
      ...line,
      discountShare: plan.shares.lines[index]?.share ?? 0,
    })),
    payments: plan.payments.map((payment, index) => ({ ...payment, reference: paymentReference(code, index + 1) })),
  };
}

/**
 * The first attempts by payment. Orders of other channels have none: without a browser there is no redirect, and the
 * mail has a link.
 */
async function firstAttempts(
  tx: Tx,
  { attempts: parts }: PlanningParts,
  toWrite: readonly OrderToWrite[],
  inserted: readonly InsertedOrder[],
  now: Date,
): Promise<Map<number, AttemptRow>> {
  const byCard = toWrite.flatMap(({ request, plan }, index) =>
    plan.method === 'credit_card' && isFromWeb(request) ? [{ request, ...inserted[index]! }] : [],
  );
  if (byCard.length === 0) return new Map();
  const wanted = await Promise.all(
    byCard.map(async ({ request: { origin, savesCard }, order, payments: [first, ...later] }) => ({
      order,
      payment: first!,
      browser: { origin, isByLink: false },
      consentId: savesCard ? await recordConsent(tx, parts, order, later, now) : null,
    })),
  );
  return new Map((await prepareFirstAttempts(tx, parts, wanted, now)).map((attempt) => [attempt.paymentId, attempt]));
}

const withAttempt = (inserted: InsertedOrder, attempt: AttemptRow | null): WrittenOrder => ({
  ...inserted,
  payments: inserted.payments.map((payment) =>
    payment.id === attempt?.paymentId ? { ...payment, attempts: payment.attempts + 1 } : payment,
  ),
  attempt,
});
