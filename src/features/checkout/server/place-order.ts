import { type LockedCart, lockCartForCheckout, markCartOrdered } from '#features/cart/server/public.ts';
import { firstBeginning, firstEnd, isOver, timesOfUse } from '#features/catalogue/domain/times-of-use.ts';
import { ORDER_CODE_CHARACTERS, orderCode, paymentReference } from '#features/orders/domain/order-code.ts';
import { firstStatus } from '#features/orders/domain/order-status.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import {
  type InsertedOrder,
  insertOrder,
  type OrderLineRow,
  type OrderRow,
  orderOfCart,
  type PaymentRow,
} from '#features/orders/server/public.ts';
import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { billingParts } from '#features/payments/domain/billing-parts.ts';
import type { StartRefusal } from '#features/payments/domain/start-refusal.ts';
import { type AttemptRow, type ConsentParts, prepareAttempt, recordConsent } from '#features/payments/server/public.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { orderTotals } from '#features/pricing/domain/order-totals.ts';
import { shippingFor } from '#features/pricing/domain/shipping.ts';
import { taxedFor } from '#features/pricing/domain/tax-rate.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { sellUnits } from '#features/stock/server/public.ts';
import { reserveVoucher, takeVoucherUse } from '#features/vouchers/server/public.ts';
import { minor } from '#kernel/money.ts';
import type { Problem } from '#kernel/problem.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { refuseAndCommit } from '#platform/db/refusals.ts';
import { randomChecksum, readableCode } from '#platform/secrets/random-codes.ts';
import { dueDate, type OrderToWaitFor, payBy } from '../domain/payment-deadline.ts';
import { chosenMethod, isTooLateForTransfer, paymentMethods } from '../domain/payment-method.ts';
import { type CheckoutProblem, checkoutProblems } from '../domain/validate-checkout.ts';
import { hasRoomForTransfer, mayOrderUnpaid, type UnpaidLimits } from './unpaid-orders.ts';

export interface CheckoutRequest {
  cartCode: string;
  customer: { id: number; fullName: string; email: string };
  country: string;
  address: Record<string, string>;
  paymentMethod: PaymentMethod | null;
  shippingName: string;
  shippingCountry: string;
  shippingAddress: Record<string, string>;
  acceptedTerms: boolean;
  /** The version that the customer saw; default: the current one. */
  termsVersion?: string | null;
  voucherCode: string | null;
  /** The buyer of a plan agrees that later instalments are charged to the card. */
  saveCard?: boolean;
  /** Scheme and host in the buyer's browser. */
  origin: string;
  /** Key of the order's channel; absent for the shop's checkout, which starts a card payment immediately. */
  channel?: string;
}

const WEB_CHANNEL = 'web';
const isFromWeb = ({ channel = WEB_CHANNEL }: CheckoutRequest): boolean => channel === WEB_CHANNEL;

/** Including those that only the server finds. */
export type PlacingProblem =
  | CheckoutProblem
  | Problem<'payment_method', { kind: 'other_method' | 'transfer_too_late' | 'transfers_full' }>
  | Problem<'payment_method', { kind: 'card_refused'; refusal: StartRefusal; shop: Shop['public'] }>;

export type CheckoutRefusal =
  | { kind: 'unknown_cart' }
  | { kind: 'cart_expired' }
  | { kind: 'empty_cart' }
  | { kind: 'shop_inactive' }
  | { kind: 'terms_changed' }
  | { kind: 'too_much_unpaid' }
  | { kind: 'item_over'; product: string; isJourney: boolean }
  | { kind: 'plan_too_late' }
  | { kind: 'voucher_with_plan' }
  | { kind: 'invalid_voucher' }
  | { kind: 'invalid_fields'; problems: readonly PlacingProblem[] };

/** In the order's transaction: mails, and items if it costs nothing. */
export interface OrderPlacing {
  orderReceived(
    tx: Tx,
    order: OrderRow,
    written: Pick<WrittenOrder, 'lines' | 'payments'> & { shop: Shop },
    now: Date,
  ): Promise<void>;
  /** Called before the items are locked; takes no contended lock. */
  paidAtOnce(tx: Tx, order: OrderRow, now: Date): Promise<void>;
}

export interface WrittenOrder {
  readonly order: OrderRow;
  readonly lines: readonly OrderLineRow[];
  readonly payments: readonly PaymentRow[];
  /** The first payment attempt, for a card in the shop's checkout. */
  readonly attempt: AttemptRow | null;
}

/** `written` is null if the cart was already an order. */
export interface PlacedOrder {
  readonly orderId: number;
  readonly written: WrittenOrder | null;
}

export interface PlaceOrderParts {
  db: Db;
  shop: Shop;
  placing: OrderPlacing;
  attempts: ConsentParts;
  /** Absent: no limit. */
  readonly unpaid?: UnpaidLimits;
  /** Default: at random. Repeated until a code is free. */
  newCode?(prefix: string): string;
}

/**
 * One transaction takes over the holds, uses the voucher, schedules payments, books the sale and queues the mail. For a
 * card it also writes the first attempt, so that this is committed before the gateway is called. A cart that is already
 * an order returns that order with `written` null, so a double click, a second tab or a repeated request places only
 * one.
 */
export async function placeOrder(
  parts: PlaceOrderParts,
  request: CheckoutRequest,
  now: Date,
): Promise<Result<PlacedOrder, CheckoutRefusal>> {
  try {
    return await parts.db.stockTransaction((tx) => placeOrderIn(tx, parts, request, now));
  } catch (error) {
    if (isUnitGone(error)) return refuse({ kind: 'cart_expired' });
    throw error;
  }
}

/** A process with a clock ahead of ours freed a hold before this order's lines could reference its unit. */
const isUnitGone = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'order_lines_unit_id_fkey';

/**
 * `placeOrder` in the caller's transaction, which must be rolled back if it throws or if the order is refused. Refusals
 * before the order is written commit: an anonymous cart then belongs to its customer.
 */
export async function placeOrderIn(
  tx: Tx,
  parts: Omit<PlaceOrderParts, 'db'>,
  request: CheckoutRequest,
  now: Date,
): Promise<Result<PlacedOrder, CheckoutRefusal>> {
  const locked = await lockCartForCheckout(tx, request.cartCode, request.customer.id, now);
  if (!locked.ok) {
    if (locked.error.kind !== 'cart_ordered') return refuse(locked.error);
    const earlier = await orderOfCart(tx, locked.error.cartId);
    return earlier?.customerId === request.customer.id
      ? ok({ orderId: earlier.id, written: null })
      : refuse({ kind: 'unknown_cart' as const });
  }
  const planned = await planOrder(tx, parts, locked.value, request, now);
  if (!planned.ok) return refuseAndCommit(planned.error);
  const isOwed = planned.value.payBy !== null;
  if (isOwed && !(await mayOrderUnpaid(tx, parts.unpaid, request.customer.id, locked.value.lines.length))) {
    return refuseAndCommit({ kind: 'too_much_unpaid' });
  }
  const itemIds = locked.value.lines.map((line) => line.itemId);
  const isTransfer = isOwed && planned.value.method === 'bank_transfer';
  if (isTransfer && !(await hasRoomForTransfer(tx, parts.unpaid, itemIds))) {
    return refuseAndCommit({
      kind: 'invalid_fields',
      problems: [{ field: 'payment_method', kind: 'transfers_full' }],
    });
  }
  const written = await writeOrder(tx, parts, locked.value, request, planned.value, now);
  if (!written.ok) return written;
  const { order } = written.value;
  if (order.paymentStatus === 'paid') await parts.placing.paidAtOnce(tx, order, now);
  // Last, so that the items' locks, which everybody needs when sales open, are held only until the commit.
  const unitIds = locked.value.lines.map((line) => line.unitId);
  const sold = await sellUnits(tx, unitIds, now);
  // A hold has just ended although the cart had not.
  if (!sold.ok) return refuse({ kind: 'cart_expired' });
  return ok({ orderId: order.id, written: written.value });
}

interface PlannedOrder {
  method: PaymentMethod;
  totals: ReturnType<typeof orderTotals>;
  shares: ReturnType<typeof discountShares>;
  voucher: { id: number; name: string; code: string } | null;
  payments: { amount: number; dueAt: Date }[];
  isPlan: boolean;
  payBy: Date | null;
}

async function planOrder(
  tx: Tx,
  { shop, attempts }: Pick<PlaceOrderParts, 'shop' | 'attempts'>,
  cart: LockedCart,
  request: CheckoutRequest,
  now: Date,
): Promise<Result<PlannedOrder, CheckoutRefusal>> {
  if (!shop.public.shopActive) return refuse({ kind: 'shop_inactive' });
  if (cart.lines.length === 0) return refuse({ kind: 'empty_cart' });
  const readVersion = request.termsVersion ?? shop.public.termsVersion;
  if (request.acceptedTerms && readVersion !== shop.public.termsVersion) return refuse({ kind: 'terms_changed' });
  const timesOf = ({ frozen }: LockedCart['lines'][number]) => timesOfUse(frozen, shop.public.events);
  // The items may have been chosen hours ago.
  const over = cart.lines.find((line) => isOver(timesOf(line), now));
  if (over) {
    return refuse({ kind: 'item_over', product: over.frozen.name, isJourney: over.frozen.travelTime !== null });
  }
  const times = cart.lines.map(timesOf);
  const begins = firstBeginning(times);
  const hasMerchandise = cart.lines.some((line) => line.kind === 'merchandise');
  const shipping = shippingFor(shop.private.shippingRates, request.shippingCountry, hasMerchandise);
  const plan = cart.lines.find((line) => line.frozen.paymentPlan.length > 0)?.frozen.paymentPlan ?? null;

  if (plan && !isPlanInTime(plan, begins, now, shop.public.timezone)) return refuse({ kind: 'plan_too_late' });
  if (plan && request.voucherCode) return refuse({ kind: 'voucher_with_plan' });
  const usable = request.voucherCode ? await reserveVoucher(tx, request.voucherCode, now) : null;
  if (usable && !usable.ok) return refuse({ kind: 'invalid_voucher' });
  const voucher = usable?.ok ? usable.value : null;
  const totals = orderTotals(cart.lines, shipping?.price ?? 0, voucher?.amount ?? 0);

  // The operator enters cash orders as transfers up to the last day; they expire when the event ends.
  const toPay = {
    totalBeforeDiscount: totals.itemsTotal + totals.shippingAmount,
    discount: totals.discountAmount,
    begins: isFromWeb(request) ? begins : null,
  };
  const possible = paymentMethods(toPay, request.country, shop.public, now);
  const problems: PlacingProblem[] = checkoutProblems(
    { ...request, paymentMethod: request.paymentMethod },
    {
      addressLines: shop.public.addressLines,
      countries: shop.public.countries.map((country) => country.code),
      hasMerchandise,
      canShip: !hasMerchandise || shipping !== null,
      paymentMethods: possible,
    },
    { terms: false },
  );
  const forced = possible[0] === 'voucher';
  if (possible.length > 0 && request.paymentMethod && !forced && !possible.includes(request.paymentMethod)) {
    problems.push({ field: 'payment_method', kind: 'other_method' });
  }
  const wantsTransfer = request.paymentMethod === 'bank_transfer' || possible.length === 0;
  if (wantsTransfer && isTooLateForTransfer(toPay, request.country, shop.public, now)) {
    problems.push({ field: 'payment_method', kind: 'transfer_too_late' });
  }
  if (problems.length > 0) return refuse({ kind: 'invalid_fields', problems });
  const method = chosenMethod(possible, request.paymentMethod) as PaymentMethod;
  const waiting = { method, isPaidByLink: !isFromWeb(request), ends: firstEnd(times) };
  const payments = paymentsFor(shop, plan, totals.totalPrice, waiting, now);
  const refusal = method === 'credit_card' ? whyNotByCard(shop, attempts, request, payments[0]!.amount) : null;
  if (refusal) {
    const problem = { field: 'payment_method', kind: 'card_refused', refusal, shop: shop.public } as const;
    return refuse({ kind: 'invalid_fields', problems: [problem] });
  }

  return ok({
    method,
    totals,
    shares: discountShares(cart.lines, totals.shippingAmount, totals.discountAmount),
    voucher,
    isPlan: plan !== null,
    payments,
    payBy: totals.totalPrice === 0 ? null : payBy(waiting, shop.private, now),
  });
}

const whyNotByCard = (
  shop: Shop,
  attempts: PlaceOrderParts['attempts'],
  { customer, address, country }: CheckoutRequest,
  amount: number,
): StartRefusal | null =>
  attempts.gateways.forNewPayments.whyNotStart({
    amount: minor(amount),
    currency: attempts.currency,
    currencyDigits: shop.public.currencyDigits,
    customer: { id: String(customer.id), fullName: customer.fullName, email: customer.email },
    billing: billingParts(address, country),
  });

function paymentsFor(
  shop: Shop,
  plan: LockedCart['lines'][number]['frozen']['paymentPlan'] | null,
  total: number,
  order: OrderToWaitFor,
  now: Date,
): { amount: number; dueAt: Date }[] {
  if (total === 0) return [];
  if (plan) return paymentPlanSchedule(plan, now, shop.public.timezone);
  return [{ amount: total, dueAt: dueDate(order, shop.private, now) }];
}

async function writeOrder(
  tx: Tx,
  parts: Omit<PlaceOrderParts, 'db'>,
  cart: LockedCart,
  request: CheckoutRequest,
  planned: PlannedOrder,
  now: Date,
): Promise<Result<WrittenOrder, { kind: 'invalid_voucher' }>> {
  const { shop } = parts;
  const goods = cart.lines.some((line) => line.kind === 'merchandise');
  const channel = request.channel ?? WEB_CHANNEL;
  const { order, lines, payments } = await insertWithFreshCode(parts, (freshCode) =>
    insertOrder(
      tx,
      {
        code: freshCode,
        checksum: randomChecksum(),
        customerId: request.customer.id,
        cartId: cart.id,
        channel,
        paymentMethod: planned.method,
        paymentStatus: firstStatus(planned.totals.totalPrice),
        itemsTotal: planned.totals.itemsTotal,
        shippingAmount: planned.totals.shippingAmount,
        discountAmount: planned.totals.discountAmount,
        totalPrice: planned.totals.totalPrice,
        hasPaymentPlan: planned.isPlan,
        voucherId: planned.voucher?.id ?? null,
        discountName: planned.voucher?.name ?? null,
        customerName: request.customer.fullName,
        customerEmail: request.customer.email,
        billingCountry: request.country,
        billingAddress: request.address,
        shippingName: goods ? request.shippingName || request.customer.fullName : null,
        shippingCountry: goods ? request.shippingCountry : null,
        shippingAddress: goods ? request.shippingAddress : null,
        terms: request.acceptedTerms
          ? { versionId: shop.private.termsVersionId, via: channel === WEB_CHANNEL ? 'checkout' : channel }
          : null,
        payBy: planned.payBy,
      },
      taxedFor(cart.lines, request.shippingCountry).map((line, index) => ({
        ...line,
        discountShare: planned.shares.lines[index]?.share ?? 0,
      })),
      planned.payments.map((payment, index) => ({ ...payment, reference: paymentReference(freshCode, index + 1) })),
      now,
    ),
  );
  // The voucher was withdrawn or used up while the order was being written.
  if (planned.voucher && !(await takeVoucherUse(tx, planned.voucher.code, order.id, now)).ok) {
    return refuse({ kind: 'invalid_voucher' });
  }
  // Without a browser there is no redirect to the gateway: the mail has a payment link.
  const isPaidHere = planned.method === 'credit_card' && isFromWeb(request);
  const first = isPaidHere ? payments[0] : undefined;
  const browser = { origin: request.origin, byLink: false };
  const consentId =
    first && request.saveCard ? await recordConsent(tx, parts.attempts, order, payments.slice(1), now) : null;
  // Pipelined: none depends on another's result.
  const [attempt] = await Promise.all([
    first ? prepareAttempt(tx, parts.attempts, order, first, browser, now, { isNew: true, consentId }) : null,
    markCartOrdered(tx, cart.id),
    order.paymentStatus === 'paid' ? null : parts.placing.orderReceived(tx, order, { shop, lines, payments }, now),
  ]);
  return ok({ order, lines, payments: attempt ? payments.map(countedBy(attempt)) : payments, attempt });
}

const countedBy =
  (attempt: AttemptRow) =>
  (payment: PaymentRow): PaymentRow =>
    payment.id === attempt.paymentId ? { ...payment, attempts: payment.attempts + 1 } : payment;

/** Six characters rarely collide; if they do, another code is drawn. */
async function insertWithFreshCode(
  { shop, newCode = randomCode }: Pick<PlaceOrderParts, 'shop' | 'newCode'>,
  insert: (code: string) => Promise<InsertedOrder | null>,
): Promise<InsertedOrder> {
  for (let draw = 0; draw < 20; draw += 1) {
    const inserted = await insert(newCode(shop.private.orderPrefix));
    if (inserted) return inserted;
  }
  throw new Error('No free order code found');
}

const randomCode = (prefix: string): string => orderCode(prefix, readableCode(ORDER_CODE_CHARACTERS));
