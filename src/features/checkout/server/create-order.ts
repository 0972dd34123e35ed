import { type CartRefusal, fillCart, type ListedItem, type TakenBeyondCapacity } from '#features/cart/server/public.ts';
import { findOrCreateCustomer, rememberAddress } from '#features/customers/server/public.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { OrderRow } from '#features/orders/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { lockVoucher } from '#features/vouchers/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type PlaceOrderParts, placeOrder } from './place-orders.ts';
import type { CheckoutRefusal } from './plan-order.ts';

export interface CreateOrderParts extends PlaceOrderParts {
  readonly db: Db;
  /** Mails a link to set a password. */
  invite(tx: Tx, customerId: number, now: Date): Promise<void>;
  askForTerms(tx: Tx, order: OrderRow, now: Date): Promise<void>;
}

/** The exceptions that somebody with the permission allowed, and why. */
interface OrderExceptions {
  /** Whether the limits for one order and for unpaid orders do not apply. */
  readonly beyondLimits: boolean;
  /** Whether full items and departures are sold beyond their capacity, one unit at a time. */
  readonly beyondCapacity: boolean;
  /** Whether a discount covers the whole order. */
  readonly isFree: boolean;
  readonly reason: string;
}

const NO_EXCEPTIONS: OrderExceptions = { beyondLimits: false, beyondCapacity: false, isFree: false, reason: '' };

export interface OrderForCustomer {
  readonly customer: { readonly email: string; readonly fullName: string };
  /** Key of a channel other than the web shop. */
  readonly channel: string;
  readonly items: readonly ListedItem[];
  /** Null for the first possible method. */
  readonly paymentMethod: PaymentMethod | null;
  readonly country: string;
  readonly address: Record<string, string>;
  /** Null for the billing address. */
  readonly shipping: {
    readonly name: string;
    readonly country: string;
    readonly address: Record<string, string>;
  } | null;
  readonly voucherCode: string | null;
  /** Whether the customer accepted the terms when the order was taken. */
  readonly acceptedTerms: boolean;
  readonly exceptions?: OrderExceptions;
  readonly actor: Actor;
}

export type CreateOrderRefusal =
  | { kind: 'channel'; channels: readonly string[] }
  | { kind: 'item'; index: number; refusal: CartRefusal }
  | { kind: 'checkout'; refusal: CheckoutRefusal };

export interface CreatedOrder {
  readonly order: OrderRow;
  readonly isNewCustomer: boolean;
  /** Items and departures of which more units are now taken than their capacity. */
  readonly beyond: readonly TakenBeyondCapacity[];
}

/**
 * Places an order that came through a channel such as the phone, by the checkout's rules. Account, holds, order, mails
 * and audit log are written in one transaction.
 */
export async function createOrderForCustomer(
  parts: CreateOrderParts,
  wanted: OrderForCustomer,
  now: Date,
): Promise<Result<CreatedOrder, CreateOrderRefusal>> {
  const channels = Object.keys(parts.shop.private.channels)
    .filter((key) => key !== 'web')
    .sort();
  if (!channels.includes(wanted.channel)) return refuse({ kind: 'channel', channels });
  return await parts.db.stockTransaction((tx) => create(tx, parts, wanted, now));
}

async function create(
  tx: Tx,
  parts: CreateOrderParts,
  wanted: OrderForCustomer,
  now: Date,
): Promise<Result<CreatedOrder, CreateOrderRefusal>> {
  const { customerId, isNew } = await findOrCreateCustomer(tx, wanted.customer, now);
  // Takes the voucher's lock before any item's, as the shop's checkout does. The checkout's rules decide whether the
  // voucher can be used.
  if (wanted.voucherCode) await lockVoucher(tx, wanted.voucherCode);
  const { beyondLimits, beyondCapacity, isFree, reason } = wanted.exceptions ?? NO_EXCEPTIONS;
  const list = { items: wanted.items, isUnlimited: beyondLimits, isBeyondCapacity: beyondCapacity };
  const filled = await fillCart(tx, customerId, list, parts.shop.public, now);
  if (!filled.ok) return refuse({ kind: 'item', ...filled.error });
  const { country, address } = wanted;
  const shipping = wanted.shipping ?? { name: '', country, address };
  const placed = await placeOrder(
    tx,
    beyondLimits ? { ...parts, unpaid: undefined } : parts,
    {
      cartCode: filled.value.code,
      customerId,
      country,
      address,
      paymentMethod: wanted.paymentMethod,
      shippingName: shipping.name,
      shippingCountry: shipping.country,
      shippingAddress: shipping.address,
      acceptedTerms: wanted.acceptedTerms,
      voucherCode: wanted.voucherCode,
      origin: '',
      isFree,
      channel: wanted.channel,
    },
    now,
  );
  if (!placed.ok) return refuse({ kind: 'checkout', refusal: placed.error });
  // This transaction has just filled the cart, so the order is new.
  const { order } = placed.value.written!;
  const { beyond } = filled.value;
  if (isNew) {
    await rememberAddress(tx, customerId, country, address);
    await parts.invite(tx, customerId, now);
  }
  if (order.termsAcceptedAt === null) await parts.askForTerms(tx, order, now);
  const details = {
    ...{ channel: wanted.channel, method: order.paymentMethod, total: order.totalPrice, customer: customerId },
    items: wanted.items.map(({ externalCode }) => externalCode),
    ...(beyondLimits && { beyond_limits: true }),
    ...(beyond.length > 0 && { beyond_capacity: beyond.map(takenInWords) }),
    ...(isFree && { free_of_charge: true }),
    ...(reason !== '' && { reason }),
  };
  await writeAudit(tx, { actor: wanted.actor, action: 'order.created', subject: order.code, details }, now);
  return ok({ order, isNewCustomer: isNew, beyond });
}

/** Such as "coach-amsterdam 13:00: 51 of 50". */
const takenInWords = ({ externalCode, departure, taken, capacity }: TakenBeyondCapacity): string =>
  `${[externalCode, departure?.code ?? []].flat().join(' ')}: ${taken} of ${capacity}`;
