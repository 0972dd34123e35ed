import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { isAddOn, lacksEntryTicket } from '#features/cart/domain/entry-ticket.ts';
import type { FrozenItem } from '#features/cart/domain/frozen-item.ts';
import { findCustomerByEmail } from '#features/customers/server/public.ts';
import { heldUntil } from '#features/orders/domain/held-until.ts';
import { ORDER_CODE_CHARACTERS, orderCode } from '#features/orders/domain/order-code.ts';
import { lastOrderOf, linesOf, type OrderMailParts, orderByCode, paymentsOf } from '#features/orders/server/public.ts';
import type { AttemptParts } from '#features/payments/server/public.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { hasPermission, type Permission } from '#features/staff/domain/permissions.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
} from '#features/staff/server/public.ts';
import { mailTermsToAccept } from '#features/terms/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { markedText } from '#kernel/language.ts';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { type Minor, minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable, Tx } from '#platform/db/db.ts';
import { readableDigest } from '#platform/secrets/random-codes.ts';
import { toInstant } from '#wire/fields.ts';
import type { UnpaidLimits } from '../domain/unpaid-so-far.ts';
import { orderCreate } from '../office-contract.ts';
import { type CreatedOrder, createOrderForCustomer, type OrderForCustomer } from './create-order.ts';
import { newOrderFields, newOrderRefusal } from './new-order-refusals.ts';
import type { OrderPlacing } from './place-orders.ts';

export interface NewOrderParts {
  readonly previews: PreviewParts;
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  readonly placing: OrderPlacing;
  readonly attempts: (shop: Shop) => AttemptParts;
  readonly unpaid: UnpaidLimits;
  /** Books money for a payment, named by its reference; refused if the number was booked before. */
  record(db: OfficeDb, money: MoneyAtDesk, now: Date): Promise<Result<unknown, unknown>>;
  /** Mails a new customer a link to set a password. */
  invite(tx: Tx, shop: Shop, customerId: number, now: Date): Promise<void>;
  mailParts(tx: Tx): Promise<OrderMailParts>;
  /** The valid entry tickets that a customer manages. */
  entryTickets(
    db: Queryable,
    customerId: number,
  ): Promise<readonly { readonly event_id: string | null; readonly full_name: string }[]>;
}

interface MoneyAtDesk {
  /** The payment's reference. */
  readonly words: string;
  readonly amount: Minor;
  /** The number of the receipt. */
  readonly transaction: string;
  readonly receivedAt: Date;
  readonly actor: Actor;
}

type Wanted = z.output<typeof orderCreate.request>;

/** Places an order for a customer by the checkout's rules. A preview runs the same use case and rolls it back. */
export function addNewOrderCalls(calls: OfficeCallRegistry, parts: NewOrderParts): void {
  calls.add(orderCreate, async ({ preview, ...wanted }, context) => {
    const refusal = whyNot(wanted, context);
    if (refusal) return refuse(refusal);
    return previewOrDo(parts.previews, context, preview, {
      request: ['order-create', wanted],
      orders: async () => [],
      run: (inner) => create(inner, parts, wanted, context),
    });
  });
}

function whyNot(wanted: Omit<Wanted, 'preview'>, context: OfficeContext): OfficeRefusal | null {
  const { session } = callerOf(context);
  const lacks = (permission: Permission, message: string): OfficeRefusal | null =>
    hasPermission(session.roles, permission) ? null : { status: 403, code: 'forbidden', permission, message };
  if (wanted.full_name === '') return newOrderFields.full_name;
  if (!isEmailAddress(wanted.email)) return newOrderFields.email;
  if (wanted.items.length === 0) return newOrderFields.items;
  if (wanted.desk_receipt !== '') {
    if (wanted.free_of_charge) return newOrderFields.nothing_to_pay;
    if (wanted.payment_method === 'credit_card') return newOrderFields.not_by_card;
    const lacking = lacks('money.book', markedText('Your roles do not allow you to record payments.'));
    if (lacking) return lacking;
  }
  if (wanted.free_of_charge && wanted.voucher_code) return newOrderFields.free_with_voucher;
  if (!(wanted.beyond_limits || wanted.beyond_capacity || wanted.free_of_charge)) return null;
  if (wanted.reason === '') return newOrderFields.reason;
  return lacks(
    'orders.override',
    wanted.free_of_charge
      ? markedText('Only a manager can place free orders.')
      : wanted.beyond_capacity
        ? markedText('Only a manager can sell beyond capacity.')
        : markedText('Only a manager can place orders beyond the limits.'),
  );
}

async function create(
  db: OfficeDb,
  parts: NewOrderParts,
  wanted: Omit<Wanted, 'preview'>,
  context: OfficeContext,
): Promise<Result<{ placed: string[]; more: { placed: PlacedOnWire } }, OfficeRefusal>> {
  const { now } = context;
  const { actor, session } = callerOf(context);
  const shop = await parts.loadShop(db);
  const isPaidAtDesk = wanted.desk_receipt !== '';
  const customer = await findCustomerByEmail(db, wanted.email);
  const last = customer ? await lastOrderOf(db, customer.id) : 0;
  const created = await createOrderForCustomer(
    {
      db,
      shop,
      attempts: parts.attempts(shop),
      // Money that was received has its own mail. A mail that asks for it would be confusing.
      placing: isPaidAtDesk ? { ...parts.placing, ordersReceived: async () => {} } : parts.placing,
      unpaid: parts.unpaid,
      newCode: codesFor(JSON.stringify([session.staffId, last, wanted.email])),
      invite: (tx, customerId, at) => parts.invite(tx, shop, customerId, at),
      askForTerms: async (tx, order, at) => mailTermsToAccept(tx, await parts.mailParts(tx), order, at),
    },
    { ...orderFor(wanted, isPaidAtDesk), actor },
    now,
  );
  if (!created.ok) return refuse(newOrderRefusal(created.error));
  const { code } = created.value.order;
  if (isPaidAtDesk) {
    const [first] = await paymentsOf(db, [created.value.order.id]);
    if (!first) return refuse(newOrderFields.nothing_to_pay);
    const { reference: words, amount } = first;
    const money = { words, amount: minor(amount), transaction: wanted.desk_receipt, receivedAt: now, actor };
    const booked = await parts.record(db, money, now);
    if (!booked.ok) return refuse(newOrderFields.receipt_used);
  }
  return ok({ placed: [code], more: { placed: await placedOnWire(db, parts, created.value, shop) } });
}

const orderFor = (wanted: Omit<Wanted, 'preview'>, isPaidAtDesk: boolean): Omit<OrderForCustomer, 'actor'> => ({
  customer: { email: wanted.email, fullName: wanted.full_name },
  channel: wanted.channel,
  items: wanted.items.map(({ code, full_name: fullName, email, age, departure }) => ({
    externalCode: code,
    holder: { fullName, email, age, departure },
  })),
  paymentMethod: isPaidAtDesk ? 'bank_transfer' : (wanted.payment_method ?? null),
  country: wanted.country,
  address: wanted.address,
  shipping: wanted.shipping
    ? { name: wanted.shipping.full_name, country: wanted.shipping.country, address: wanted.shipping.address }
    : null,
  voucherCode: wanted.voucher_code,
  acceptedTerms: wanted.accepted_terms,
  exceptions: {
    beyondLimits: wanted.beyond_limits,
    beyondCapacity: wanted.beyond_capacity,
    isFree: wanted.free_of_charge,
    reason: wanted.reason,
  },
});

/**
 * Order codes that are the same for all previews of a customer's next order and for its confirmation: staff may read
 * out the code that they see before they change the order. The seed changes once the customer has another order, so
 * that confirming twice does not place two orders.
 */
function codesFor(seed: string): (prefix: string) => string {
  let draws = 0;
  return (prefix) => {
    draws += 1;
    const digest = createHash('sha256').update(`order-code\n${draws}\n${seed}`).digest();
    return orderCode(prefix, readableDigest(digest, ORDER_CODE_CHARACTERS));
  };
}

type PlacedOnWire = z.input<typeof orderCreate.answer>['placed'];

/** Uses days instead of times, because a preview and its confirmation are some seconds apart. */
async function placedOnWire(
  db: Queryable,
  parts: NewOrderParts,
  created: CreatedOrder,
  shop: Shop,
): Promise<PlacedOnWire> {
  const order = (await orderByCode(db, created.order.code))!;
  const [lines, payments] = [await linesOf(db, [order.id]), await paymentsOf(db, [order.id])];
  const { timezone } = shop.public;
  const dayOf = (moment: Date) => isoDay(localDay(moment, timezone));
  const until = heldUntil(order);
  return {
    code: order.code,
    status: order.paymentStatus,
    method: order.paymentMethod,
    lines: lines.map(({ frozen, fullName, price, fee }) => ({
      ...{ name: (frozen as FrozenItem).name, holder: fullName ?? '', price, fee },
    })),
    items_total: order.itemsTotal,
    shipping: order.shippingAmount,
    discount: order.discountAmount,
    total: order.totalPrice,
    is_plan: order.hasPaymentPlan,
    payments: payments.map(({ amount, paidAmount, dueAt }) => ({ amount, paid: paidAmount, due_on: dayOf(dueAt) })),
    held_until: until && dayOf(until),
    is_new_customer: created.isNewCustomer,
    asks_for_terms: order.termsAcceptedAt === null,
    beyond_capacity: created.beyond.map(({ name, departure, timezone: zone, capacity, taken }) => ({
      ...{ name, departs_at: departure && toInstant(departure.departsAt), timezone: zone, capacity, taken },
    })),
    without_entry_ticket: await linesWithoutEntryTicket(lines, () => parts.entryTickets(db, order.customerId)),
  };
}

/** Returns the add-ons whose holder has no entry ticket, which the shop's cart warns about, too. */
async function linesWithoutEntryTicket(
  lines: readonly { readonly frozen: unknown; readonly fullName: string | null }[],
  entryTickets: () => ReturnType<NewOrderParts['entryTickets']>,
): Promise<PlacedOnWire['without_entry_ticket']> {
  const ordered = lines.map(({ frozen, fullName }) => ({ ...(frozen as FrozenItem), fullName: fullName ?? '' }));
  if (!ordered.some((line) => isAddOn(line) && line.eventId !== null)) return [];
  const bought = (await entryTickets()).map((ticket) => ({
    eventId: ticket.event_id,
    fullName: ticket.full_name,
  }));
  return ordered
    .filter((line) => lacksEntryTicket(line, line.fullName, ordered, bought))
    .map(({ name, fullName: holder }) => ({ name, holder }));
}
