import type { LockedCart } from '#features/cart/server/public.ts';
import { earliestBeginning, earliestEnd, isOver, timesOfUse } from '#features/catalogue/domain/times-of-use.ts';
import type { OrderingCustomer } from '#features/customers/server/public.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { isPlanInTime } from '#features/payment-plans/domain/plan-in-time.ts';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { billingParts } from '#features/payments/domain/billing-parts.ts';
import type { StartRefusal } from '#features/payments/domain/start-refusal.ts';
import type { ConsentParts } from '#features/payments/server/public.ts';
import { discountShares } from '#features/pricing/domain/discount-shares.ts';
import { orderTotals } from '#features/pricing/domain/order-totals.ts';
import { shippingFor } from '#features/pricing/domain/shipping.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { WantedVoucher, WantedVouchers } from '#features/vouchers/domain/wanted-vouchers.ts';
import { minor } from '#kernel/money.ts';
import type { Problem } from '#kernel/problem.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { dueDate, type OrderToWaitFor, payBy } from '../domain/payment-deadline.ts';
import { chosenMethod, isTooLateForTransfer, paymentMethods } from '../domain/payment-method.ts';
import { type CheckoutProblem, checkoutProblems } from '../domain/validate-checkout.ts';

export interface CheckoutRequest {
  cartCode: string;
  customerId: number;
  country: string;
  address: Record<string, string>;
  paymentMethod: PaymentMethod | null;
  shippingName: string;
  shippingCountry: string;
  shippingAddress: Record<string, string>;
  acceptedTerms: boolean;
  /** The version of the terms that the customer saw. The default is the current one. */
  termsVersion?: string | null;
  voucherCode: string | null;
  /** Whether the buyer of a plan agrees that later instalments are charged to the card. */
  savesCard?: boolean;
  /** Scheme and host in the buyer's browser. */
  origin: string;
  /** Whether a discount covers the whole order, so that it has no payment plan. */
  isFree?: boolean;
  /** The key of the order's channel; absent for the shop's checkout, which starts a card payment immediately. */
  channel?: string;
}

export const WEB_CHANNEL = 'web';
export const isFromWeb = ({ channel = WEB_CHANNEL }: CheckoutRequest): boolean => channel === WEB_CHANNEL;

/** Includes problems that only the server can find. */
export type PlacingProblem =
  | CheckoutProblem
  | Problem<'payment_method', { kind: 'other_method' | 'transfer_too_late' | 'transfers_full' }>
  | Problem<'payment_method', { kind: 'card_refused'; refusal: StartRefusal; shop: Shop['public'] }>;

export type CheckoutRefusal =
  | { kind: 'unknown_customer' }
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

export interface PlannedOrder {
  method: PaymentMethod;
  totals: ReturnType<typeof orderTotals>;
  shares: ReturnType<typeof discountShares>;
  voucher: WantedVoucher | null;
  payments: { amount: number; dueAt: Date }[];
  isPlan: boolean;
  payBy: Date | null;
}

export interface PlanningParts {
  readonly shop: Shop;
  readonly attempts: ConsentParts;
}

export interface OrderToPlan {
  readonly request: CheckoutRequest;
  readonly customer: OrderingCustomer;
  readonly cart: LockedCart;
  readonly vouchers: WantedVouchers;
}

/** Decides whether a locked cart may become an order, and what that order is. */
export function planOrder(
  { shop, attempts }: PlanningParts,
  { request, customer, cart, vouchers }: OrderToPlan,
  now: Date,
): Result<PlannedOrder, CheckoutRefusal> {
  if (!shop.public.shopActive) return refuse({ kind: 'shop_inactive' });
  if (cart.lines.length === 0) return refuse({ kind: 'empty_cart' });
  const termsVersion = request.termsVersion ?? shop.public.termsVersion;
  if (request.acceptedTerms && termsVersion !== shop.public.termsVersion) return refuse({ kind: 'terms_changed' });
  const timesOf = ({ frozen }: LockedCart['lines'][number]) => timesOfUse(frozen, shop.public.events);
  // The items may have been chosen hours ago.
  const over = cart.lines.find((line) => isOver(timesOf(line), now));
  if (over) {
    return refuse({ kind: 'item_over', product: over.frozen.name, isJourney: over.frozen.travelTime !== null });
  }
  const times = cart.lines.map(timesOf);
  const begins = earliestBeginning(times);
  const hasMerchandise = cart.lines.some((line) => line.kind === 'merchandise');
  const shipping = shippingFor(shop.private.shippingRates, request.shippingCountry, hasMerchandise);
  const { isFree = false } = request;
  const planItem = isFree ? undefined : cart.lines.find((line) => line.frozen.paymentPlan.length > 0);
  const plan = planItem?.frozen.paymentPlan ?? null;

  if (plan && !isPlanInTime(plan, begins, now, shop.public.timezone)) return refuse({ kind: 'plan_too_late' });
  if (plan && request.voucherCode) return refuse({ kind: 'voucher_with_plan' });
  const voucher = request.voucherCode ? vouchers.usable(request.voucherCode, now) : null;
  if (request.voucherCode && !voucher) return refuse({ kind: 'invalid_voucher' });
  const discount = isFree ? Number.POSITIVE_INFINITY : (voucher?.amount ?? 0);
  const totals = orderTotals(cart.lines, shipping?.price ?? 0, discount);

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
  const waiting = { method, isPaidByLink: !isFromWeb(request), ends: earliestEnd(times) };
  const payments = paymentsFor(shop, plan, totals.totalPrice, waiting, now);
  const refusal =
    method === 'credit_card' ? whyNotByCard({ shop, attempts }, customer, request, payments[0]!.amount) : null;
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
  { shop, attempts }: PlanningParts,
  customer: OrderingCustomer,
  { address, country }: CheckoutRequest,
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
  const dueAt = (nextDue: Date | null) => dueDate({ ...order, nextDue }, shop.private, now);
  if (!plan) return [{ amount: total, dueAt: dueAt(null) }];
  const [first, ...later] = paymentPlanSchedule(plan, now, shop.public.timezone);
  return [{ amount: first!.amount, dueAt: dueAt(later[0]?.dueAt ?? null) }, ...later];
}
