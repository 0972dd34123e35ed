import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import { extendHolds, holdStock } from '#features/stock/server/public.ts';
import { type ClaimedEntry, lockNeededEntries } from '#features/waiting-room/server/public.ts';
import { ok, type Result, refuse, valuesOf } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import { parseId } from '#wire/fields.ts';
import { addItem } from '../domain/add-item.ts';
import { type CartState, cartAfterAdd, openCart } from '../domain/cart.ts';
import type { FrozenItem } from '../domain/frozen-item.ts';
import { buyerOf, type HeldItemLimits, HeldItems } from '../domain/held-items.ts';
import { asksForAge } from '../domain/holder.ts';
import type { AddRequest, WantedItem } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';
import { type CartLineRow, type CartRow, insertLines, linesOfCodes, lockCarts, type OpenCart } from './cart-store.ts';
import { countHeldItems, lockBuyers } from './held-items-store.ts';

/**
 * Rolls back the complete batch. `same_cart`: two requests name one cart by its two codes, and the second must see the
 * first one's item. `hold_ended`: a process with a clock ahead of ours ended a hold after this one had read the cart.
 */
type BatchRefusal = { kind: 'same_cart' } | { kind: 'hold_ended' };

/** What adds are checked against, besides items and stock. */
export interface LockedForAdds {
  readonly carts: readonly CartRow[];
  readonly lines: readonly CartLineRow[];
  readonly heldItems: HeldItems;
}

/** Locks the carts by id, then their buyers, and reads the carts' lines, all in one round trip. */
export async function lockForAdds(
  tx: Tx,
  requests: readonly WantedItem[],
  heldItemLimits: HeldItemLimits,
  now: Date,
): Promise<LockedForAdds> {
  const codes = requests.flatMap((request) => request.cartCode ?? []);
  const buyers = {
    customerIds: requests.flatMap(({ customerId }) => customerId ?? []),
    networks: requests.flatMap(({ network }) => network ?? []),
    codes,
  };
  const isAnyCounted =
    heldItemLimits.account + heldItemLimits.network > 0 && Object.values(buyers).some((some) => some.length > 0);
  // Pipelined: lines are read once the carts are locked, and held items are counted once their buyers are locked.
  const [carts, lines, , heldNow] = await Promise.all([
    codes.length > 0 ? lockCarts(tx, codes) : [],
    codes.length > 0 ? linesOfCodes(tx, codes) : [],
    isAnyCounted ? lockBuyers(tx, buyers) : 0,
    isAnyCounted ? countHeldItems(tx, buyers, now) : new Map<string, number>(),
  ]);
  return { carts, lines, heldItems: new HeldItems(heldItemLimits, heldNow) };
}

/**
 * Adds one item to each of several locked carts, in order of arrival, so that the buyers of an item share one lock.
 * Answers each request separately. No cart may be named twice. Locks entries of waiting rooms, then items and
 * departures.
 */
export async function addBatch(
  tx: Tx,
  requests: readonly AddRequest[],
  { carts, lines, heldItems }: LockedForAdds,
  { cartMinutes, now }: { cartMinutes: number; now: Date },
): Promise<Result<Result<OpenCart, CartRefusal>[], BatchRefusal>> {
  const cartsByCode = new Map(carts.flatMap((cart) => codesOf(cart).map((code) => [code, cart])));
  const named = requests.flatMap(({ cartCode }) => cartsByCode.get(cartCode ?? '')?.id ?? []);
  if (new Set(named).size < named.length) return refuse({ kind: 'same_cart' });
  const linesByCart = Map.groupBy(lines, (line) => line.cartId);
  const entries = await lockNeededEntries(
    tx,
    requests.map(({ entry }) => entry),
    carts.map(({ id }) => id),
  );

  const allowed = requests.map((request): Result<AllowedAdd, CartRefusal> => {
    const { cartCode: code, customerId, network, item, holder, entry: needed } = request;
    const opened = code === null ? ok(null) : openCart(cartsByCode.get(code), { code, customerId }, now);
    if (!opened.ok) return opened;
    const cart = opened.value;
    const others = (cart && linesByCart.get(cart.id)) ?? [];
    const fits = addItem(others, item, holder?.fullName ?? null);
    if (!fits.ok) return fits;
    const entry = entries.decide(needed, cart && { ...cart, eventIds: others.map(eventIdOf) }, now);
    if (!entry.ok) return refuse({ kind: 'held_back', refusal: entry.error, address: needed!.address });
    const after = cartAfterAdd(cart, { customerId, network, freshCode: randomChecksum() }, cartMinutes, now);
    const buyer = buyerOf(after.customerId, after.network);
    // An account that takes over a guest's cart holds all its items from then on.
    const more = cart?.customerId === after.customerId ? 1 : others.length + 1;
    if (buyer && !heldItems.mayHold(buyer, more)) return refuse({ kind: 'too_much_held', by: buyer.kind });
    heldItems.add(buyer, more);
    return ok({ request, cartId: cart?.id ?? null, cart: after, others, entry: entry.value });
  });

  const units = (await holdStock(tx, valuesOf(allowed).map(holdFor), now)).values();
  const held = allowed.map((one): Result<HeldAdd, CartRefusal> => {
    if (!one.ok) return one;
    const unit = units.next().value!;
    return unit.ok ? ok({ ...one.value, line: lineOf(one.value.request, unit.value) }) : unit;
  });

  const added = valuesOf(held);
  const [written, areKept] = await Promise.all([
    insertLines(
      tx,
      added.map(({ request, cartId, cart, line }) => ({
        ...cart,
        ...line,
        cartId,
        requestKey: request.requestKey?.toString('hex') ?? null,
      })),
    ),
    // All holds of a cart end with the cart.
    extendHolds(
      tx,
      added.flatMap(({ others, cart }) => others.map(({ unitId }) => ({ unitId, heldUntil: cart.expiresAt }))),
    ),
  ]);
  if (!areKept) return refuse({ kind: 'hold_ended' });
  for (const { entry, cart, line } of added) entries.use(entry, written.get(line.unitId)!.cartId, cart.expiresAt);
  await entries.save(tx);
  return ok(
    held.map((one): Result<OpenCart, CartRefusal> => {
      if (!one.ok) return one;
      const { cart, others, line } = one.value;
      const ids = written.get(line.unitId)!;
      // The cart need not be read again: nobody else can change it while it is locked.
      return ok({ ...cart, id: ids.cartId, lines: [...others, { ...line, ...ids }] });
    }),
  );
}

/** An add that passed every check except the stock. */
interface AllowedAdd {
  readonly request: AddRequest;
  /** Null for a new cart. */
  readonly cartId: number | null;
  readonly cart: CartState;
  readonly others: readonly CartLineRow[];
  /** The waiting-room entry with which the cart is created or continues. */
  readonly entry: ClaimedEntry | null;
}

interface HeldAdd extends AllowedAdd {
  readonly line: Omit<CartLineRow, 'id' | 'cartId'>;
}

const codesOf = ({ code, formerCode }: CartState): string[] => (formerCode === null ? [code] : [code, formerCode]);

const holdFor = ({ request: { item, departure }, cart }: AllowedAdd) => ({
  itemId: item.id,
  departureId: departure?.id ?? null,
  heldUntil: cart.expiresAt,
});

function lineOf({ item, departure, holder }: AddRequest, unitId: number): HeldAdd['line'] {
  const frozen = freezeItem(item, departure);
  return {
    itemId: item.id,
    departureId: departure?.id ?? null,
    unitId,
    kind: item.kind,
    price: item.price,
    fee: item.fee,
    taxBasisPoints: item.taxBasisPoints,
    fullName: holder?.fullName ?? null,
    email: holder?.email ?? null,
    age: holder && asksForAge(frozen) ? holder.age : null,
    frozen,
  };
}

const eventIdOf = ({ frozen }: CartLineRow): number | null => parseId(frozen.eventId);

/** `departure` is the one on which the line has a seat. */
export function freezeItem(item: ItemRow, departure: DepartureRow | null): FrozenItem {
  const { details } = item;
  return {
    externalCode: item.externalCode,
    kind: item.kind,
    name: item.name,
    type: item.type,
    eventId: item.eventId === null ? null : String(item.eventId),
    eventName: item.eventName,
    timezone: item.timezone,
    travelTimeType: item.travelTimeType,
    travelTime: (departure?.departsAt ?? item.travelTime)?.toISOString() ?? null,
    ...(details.validFrom && { validFrom: details.validFrom }),
    ...(details.validUntil && { validUntil: details.validUntil }),
    image: details.images[0] ?? null,
    paymentPlan: item.paymentPlan,
    ageOptions: details.ageOptions,
    isRefundable: details.isRefundable,
    allowRefundRequestsFrom: details.allowRefundRequestsFrom,
    allowRefundRequestsUntil: details.allowRefundRequestsUntil,
    refundFee: item.refundFee,
    allowNameChanges: details.allowNameChanges,
    allowNameChangesUntil: details.allowNameChangesUntil,
    nameChangeLimit: details.nameChangeLimit,
    allowEmailChanges: details.allowEmailChanges,
    allowTravelTimeChangesUntil: details.allowTravelTimeChangesUntil,
    ...(details.taxByCountry && { taxByCountry: details.taxByCountry }),
  };
}
