import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import { extendHolds, holdStock, type StockRefusal } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import { type AddItemRefusal, addItem } from '../domain/add-item.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart-access.ts';
import { expiryAfterAdd } from '../domain/cart-time.ts';
import {
  type CartLineRow,
  type CartRow,
  insertLines,
  linesOfCodes,
  lockCarts,
  type NewCartLine,
} from './cart-store.ts';
import { freezeItem } from './freeze-item.ts';
import type { OpenCart } from './read-cart.ts';

/** One item on its way into one cart. Its holder's fields have been checked. */
export interface AddRequest {
  /** Null: a new cart. */
  readonly cartCode: string | null;
  /** Null: not logged in. */
  readonly customerId: number | null;
  readonly item: ItemRow;
  readonly departure: DepartureRow | null;
  /** Null for merchandise. */
  readonly holder: { readonly fullName: string; readonly email: string; readonly age: string | null } | null;
  /** Hash of the request's key; null: none. */
  readonly requestKey: Buffer | null;
}

export type AddRefusal = CartAccessRefusal | AddItemRefusal | StockRefusal;
/** The cart that the item is in now, as this transaction leaves it. */
type Added = Result<OpenCart, AddRefusal>;

/** Two requests may name one cart by its two codes; each must see what the other has added. */
export class SameCart extends Error {}

/** A hold ended between the reading of its cart and this moment, by another process' clock: nothing may be written. */
export class HoldEnded extends Error {}

/**
 * Adds one item to each of several carts, in the order of arrival, each answered by itself: what many buyers want at the same
 * moment takes one lock of the item. No cart may be named twice. Locks carts by id, then items, then departures.
 */
export async function addItems(
  tx: Tx,
  requests: readonly AddRequest[],
  { cartMinutes, now }: { cartMinutes: number; now: Date },
): Promise<Added[]> {
  const codes = requests.flatMap((request) => request.cartCode ?? []);
  const { carts, lines } = await lockedCarts(tx, codes);

  const decided = requests.map((request): Result<Joining, AddRefusal> => {
    if (request.cartCode === null) return joins(request, null, []);
    const caller = { code: request.cartCode, customerId: request.customerId };
    const opened = openCart(carts.get(request.cartCode), caller, now);
    return opened.ok ? joins(request, opened.value, lines.get(opened.value.id) ?? []) : opened;
  });

  const joining = decided.flatMap((one) => (one.ok ? one.value : []));
  const held = await holdStock(
    tx,
    joining.map(({ request, expiresAt }) => ({
      itemId: request.item.id,
      departureId: request.departure?.id ?? null,
      heldUntil: expiresAt,
    })),
    now,
  );
  const added = joining.flatMap((one, index) => {
    const unit = held[index]!;
    return unit.ok ? { ...one, line: newLine(one, unit.value, now) } : [];
  });
  const newLines = added.map(({ line }) => line);
  const [written] = await Promise.all([
    newLines.length > 0 ? insertLines(tx, newLines) : new Map<number, never>(),
    keepOthers(tx, added),
  ]);

  const unitOf = new Map(joining.map((one, index) => [one.request, held[index]!]));
  const cartOf = new Map(added.map((one) => [one.request, withLine(one, one.line, written.get(one.line.unitId)!)]));
  return decided.map((one, index) => {
    if (!one.ok) return one;
    const request = requests[index]!;
    const unit = unitOf.get(request)!;
    return unit.ok ? ok(cartOf.get(request)!) : unit;
  });

  function joins(
    request: AddRequest,
    cart: CartRow | null,
    others: readonly CartLineRow[],
  ): Result<Joining, AddRefusal> {
    const { item, holder } = request;
    const allowed = addItem(
      others.map(({ frozen, fullName }) => ({
        externalCode: frozen.externalCode,
        hasPaymentPlan: frozen.paymentPlan.length > 0,
        fullName,
      })),
      {
        externalCode: item.externalCode,
        name: item.name,
        hasPaymentPlan: item.paymentPlan.length > 0,
        limitPerOrder: item.limitPerOrder,
      },
      holder?.fullName ?? null,
    );
    if (!allowed.ok) return refuse(allowed.error);
    return ok({ request, cart, others, expiresAt: expiryAfterAdd(cart, cartMinutes, now) });
  }
}

interface Joining {
  readonly request: AddRequest;
  /** Null: a new one. */
  readonly cart: CartRow | null;
  /** What the cart holds already. */
  readonly others: readonly CartLineRow[];
  readonly expiresAt: Date;
}

/** The lines are asked for behind the locks without waiting for these: they are read when the locks are had. */
async function lockedCarts(tx: Tx, codes: readonly string[]) {
  const [carts, lines] =
    codes.length > 0 ? await Promise.all([lockCarts(tx, codes), linesOfCodes(tx, codes)]) : [[], []];
  const named = codes.filter((code) => carts.some((cart) => cart.code === code || cart.formerCode === code));
  if (carts.length < named.length) throw new SameCart();
  return {
    carts: new Map(carts.flatMap((cart) => [cart.code, cart.formerCode ?? cart.code].map((code) => [code, cart]))),
    lines: Map.groupBy(lines, (line) => line.cartId),
  };
}

function newLine({ request, cart, expiresAt }: Joining, unitId: number, now: Date): NewCartLine {
  const { item, departure, holder } = request;
  const isTakenOver = cart?.customerId === null && request.customerId !== null;
  return {
    cart: {
      id: cart?.id ?? null,
      code: cart && !isTakenOver ? cart.code : randomChecksum(),
      customerId: request.customerId,
      firstAddedAt: cart?.firstAddedAt ?? now,
      expiresAt,
    },
    itemId: item.id,
    departureId: departure?.id ?? null,
    unitId,
    kind: item.kind,
    price: item.price,
    fee: item.fee,
    taxBasisPoints: item.taxBasisPoints,
    fullName: holder?.fullName ?? null,
    email: holder?.email ?? null,
    age: holder?.age ?? null,
    frozen: freezeItem(item, departure),
    requestKey: request.requestKey,
  };
}

/** The cart with the line in it. Under its lock nobody else changes it, so that it need not be read again. */
function withLine(
  { cart, others }: Joining,
  { cart: { code, customerId, firstAddedAt, expiresAt }, requestKey: _, ...line }: NewCartLine,
  written: Pick<CartLineRow, 'id' | 'cartId'>,
): OpenCart {
  return {
    id: written.cartId,
    code,
    formerCode: cart && cart.code !== code ? cart.code : (cart?.formerCode ?? null),
    status: 'open',
    customerId: cart?.customerId ?? customerId,
    firstAddedAt,
    expiresAt,
    extensions: cart?.extensions ?? 0,
    lines: [...others, { ...written, ...line }],
  };
}

/** The other lines of the carts are held as long as the new ones. */
async function keepOthers(tx: Tx, added: readonly Joining[]): Promise<void> {
  const unitsByEnd = new Map<number, number[]>();
  for (const { others, expiresAt } of added) {
    const units = unitsByEnd.get(expiresAt.getTime()) ?? [];
    units.push(...others.map((line) => line.unitId));
    unitsByEnd.set(expiresAt.getTime(), units);
  }
  const kept = await Promise.all([...unitsByEnd].map(([end, units]) => extendHolds(tx, units, new Date(end))));
  if (kept.includes(false)) throw new HoldEnded();
}
