import { extendHolds, releaseUnits, swapDeparture } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { parseId } from '#wire/fields.ts';
import { extendedCart } from '../domain/extend-cart.ts';
import { asksForAge, asksForTravelTime, type Holder, holderProblems } from '../domain/holder.ts';
import { hasTicketAlready, ticketsOf } from '../domain/same-holder.ts';
import { deleteLine, linesOfCarts, setExtended, updateLine } from './cart-life-store.ts';
import type { CartRefusal } from './cart-refusals.ts';
import type { CartLineRow } from './cart-store.ts';
import { type CartOfCaller, type Carts, lockOpenCart } from './take-over-cart.ts';

type Done = Result<void, CartRefusal>;

/**
 * Changes a ticket's holder or travel time. A new travel time takes its seat and frees the old one in one transaction.
 * The cart's end does not change.
 */
export function updateProduct(
  carts: Carts,
  caller: CartOfCaller,
  lineId: string,
  holder: Holder,
  now: Date,
): Promise<Done> {
  return carts.db.stockTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, caller, carts.heldItemLimits, now);
    if (!cart.ok) return cart;
    const lines = await linesOfCarts(tx, [cart.value.id]);
    const line = lines.find((one) => one.id === lineId && one.kind === 'tickets');
    if (!line) return refuse({ kind: 'line_not_found' });
    const item = line.frozen;

    const problems = holderProblems(item, holder);
    if (problems.length > 0) return refuse({ kind: 'holder', problems });
    const others = lines.filter((one) => one !== line);
    if (hasTicketAlready(ticketsOf(others), item.externalCode, holder.fullName)) {
      return refuse({ kind: 'already_in_cart', product: item.name, fullName: holder.fullName });
    }
    const seat = await moveSeat(tx, line, holder.transportTimeId, now);
    if (!seat.ok) return seat;
    await updateLine(tx, {
      id: line.id,
      fullName: holder.fullName,
      email: holder.email,
      age: asksForAge(item) ? holder.age : null,
      ...seat.value,
    });
    return ok(undefined);
  });
}

type Seat = { departureId: number | null; travelTime: string | null };

async function moveSeat(
  tx: Tx,
  line: CartLineRow,
  transportTimeId: string | null,
  now: Date,
): Promise<Result<Seat, CartRefusal>> {
  const present = { departureId: line.departureId, travelTime: line.frozen.travelTime };
  if (!asksForTravelTime(line.frozen) || transportTimeId === String(line.departureId)) return ok(present);
  const departureId = parseId(transportTimeId);
  if (departureId === null) return refuse({ kind: 'departure_unknown' });
  const swapped = await swapDeparture(tx, line.unitId, departureId, now);
  if (swapped.ok) return ok({ departureId, travelTime: swapped.value.departsAt.toISOString() });
  return refuse(swapped.error.kind === 'hold_expired' ? { kind: 'cart_expired' } : swapped.error);
}

/** Called in the transaction of the change. */
type OnDone = (tx: Tx) => Promise<void>;
const doNothing: OnDone = async () => {};

/** Removes a line and puts its unit back on sale. The cart's end does not change. */
export function removeLine(
  carts: Carts,
  caller: CartOfCaller,
  kind: CartLineRow['kind'],
  lineId: string,
  now: Date,
  done: OnDone = doNothing,
): Promise<Done> {
  return carts.db.stockTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, caller, carts.heldItemLimits, now);
    if (!cart.ok) return cart;
    const lines = await linesOfCarts(tx, [cart.value.id]);
    const line = lines.find((one) => one.id === lineId && one.kind === kind);
    if (!line) return refuse({ kind: 'line_not_found' });
    await deleteLine(tx, line.id);
    // Do this before taking the item's lock, which many others may be waiting for.
    await done(tx);
    await releaseUnits(tx, [line.unitId]);
    return ok(undefined);
  });
}

/**
 * Gives the cart its full time again, at most ten times. Only for a cart that belongs to a customer: a guest could hold
 * stock for hours and leave no trace.
 */
export function extendCart(
  carts: Carts,
  caller: CartOfCaller,
  cartMinutes: number,
  now: Date,
  done: OnDone = doNothing,
): Promise<Done> {
  return carts.db.stockTransaction(async (tx) => {
    const cart = await lockOpenCart(tx, caller, carts.heldItemLimits, now);
    if (!cart.ok) return cart;
    if (cart.value.customerId === null) {
      return refuse(
        caller.customerId === null ? { kind: 'login_to_extend' } : { kind: 'too_much_held', by: 'account' },
      );
    }
    const extension = extendedCart(cart.value, cartMinutes, now);
    if (!extension.ok) return extension;
    const lines = await linesOfCarts(tx, [cart.value.id]);
    const { expiresAt: heldUntil, extensions } = extension.value;
    await setExtended(tx, cart.value.id, heldUntil, extensions);
    const areHoldsExtended = await extendHolds(
      tx,
      lines.map(({ unitId }) => ({ unitId, heldUntil })),
    );
    if (!areHoldsExtended) return refuse({ kind: 'cart_expired' });
    await done(tx);
    return ok(undefined);
  });
}
