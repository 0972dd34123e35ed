import type { DepartureRow, ItemRow } from '#features/catalogue/server/public.ts';
import { extendHolds, holdStock, type StockRefusal } from '#features/stock/server/public.ts';
import type { EntryRefusal } from '#features/waiting-room/domain/may-add.ts';
import { type ClaimedEntry, lockNeededEntries, type NeededEntry } from '#features/waiting-room/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { randomChecksum } from '#platform/secrets/random-codes.ts';
import { parseId } from '#wire/fields.ts';
import { type AddItemRefusal, addItem } from '../domain/add-item.ts';
import { type CartAccessRefusal, openCart } from '../domain/cart-access.ts';
import { expiryAfterAdd } from '../domain/cart-time.ts';
import type { FrozenItem } from '../domain/frozen-item.ts';
import { HeldItems, heldBy, type MostHeld } from '../domain/held-items.ts';
import {
  type CartLineRow,
  type CartRow,
  insertLines,
  linesOfCodes,
  lockCarts,
  type NewCartLine,
} from './cart-store.ts';
import { countHeldItems } from './held-items-store.ts';
import type { OpenCart } from './read-cart.ts';

/** Its holder's fields have been checked. */
export interface AddRequest {
  /** Null: a new cart. */
  readonly cartCode: string | null;
  /** Null: not logged in. */
  readonly customerId: number | null;
  readonly item: ItemRow;
  readonly departure: DepartureRow | null;
  /** Null for merchandise. */
  readonly holder: { readonly fullName: string; readonly email: string; readonly age: string | null } | null;
  /** Hash of the request's key, or null. */
  readonly requestKey: Buffer | null;
  /** Keyed hash of the network that it came from, in hexadecimal digits; null if that is not known. */
  readonly network: string | null;
  /** The entry that a waiting room in front of the item requires; null if there is none. */
  readonly entry: NeededEntry | null;
}

type TooMuchHeld = { readonly kind: 'too_much_held'; readonly by: 'account' | 'network' };
type HeldBack = { readonly kind: 'held_back'; readonly refusal: EntryRefusal; readonly address: string };
type AddRefusal = CartAccessRefusal | AddItemRefusal | HeldBack | TooMuchHeld | StockRefusal;
/** With the item, as of this transaction. */
type Added = Result<OpenCart, AddRefusal>;

/**
 * Rolls back the whole batch. `same_cart`: two requests name one cart by its two codes, and each must see the other's
 * item. `hold_ended`: a process with a clock ahead of ours ended a hold after this one had read the cart.
 */
type BatchRefusal = { kind: 'same_cart' } | { kind: 'hold_ended' };

/**
 * Adds one item to each of several carts, in order of arrival, and answers each request separately: buyers of an item
 * share one lock. No cart may be named twice. Locks carts by id, then entries of waiting rooms, items, departures.
 */
export async function addBatch(
  tx: Tx,
  requests: readonly AddRequest[],
  { cartMinutes, mostHeld, now }: { cartMinutes: number; mostHeld: MostHeld; now: Date },
): Promise<Result<Added[], BatchRefusal>> {
  const codes = requests.flatMap((request) => request.cartCode ?? []);
  // Pipelined: the lines are read once the carts are locked. Two batches may each count what the other has not added
  // yet, and so let through a few items more.
  const [carts, lines, heldNow] = await Promise.all([
    codes.length > 0 ? lockCarts(tx, codes) : [],
    codes.length > 0 ? linesOfCodes(tx, codes) : [],
    countHeldItems(tx, holdersOf(requests, codes), now),
  ]);
  const heldItems = new HeldItems(mostHeld, heldNow);
  const cartsByCode = new Map(carts.flatMap((cart) => codesOf(cart).map((code) => [code, cart])));
  if (carts.length < codes.filter((code) => cartsByCode.has(code)).length) return refuse({ kind: 'same_cart' });
  const linesByCart = Map.groupBy(lines, (line) => line.cartId);
  const entries = await lockNeededEntries(
    tx,
    requests.map(({ entry }) => entry),
    carts.map(({ id }) => id),
  );

  const decided = requests.map((request): Result<LineToAdd, AddRefusal> => {
    const { cartCode: code, customerId } = request;
    const opened = code === null ? ok(null) : openCart(cartsByCode.get(code), { code, customerId }, now);
    if (!opened.ok) return opened;
    const cart = opened.value;
    const others = (cart && linesByCart.get(cart.id)) ?? [];
    const allowed = addItem(others, request.item, request.holder?.fullName ?? null);
    if (!allowed.ok) return allowed;
    const entry = entries.decide(request.entry, cart && { ...cart, eventIds: others.map(eventIdOf) }, now);
    if (!entry.ok) return refuse({ kind: 'held_back', refusal: entry.error, address: request.entry!.address });
    const holder = heldBy(cart?.customerId ?? customerId, cart ? cart.network : request.network);
    if (holder && !heldItems.mayHoldMore(holder)) return refuse({ kind: 'too_much_held', by: holder.kind });
    heldItems.add(holder);
    return ok({ request, cart, others, entry: entry.value, expiresAt: expiryAfterAdd(cart, cartMinutes, now) });
  });

  const joining = decided.flatMap((one) => (one.ok ? [one.value] : []));
  const holds = joining.map(({ request: { item, departure }, expiresAt }) => ({
    itemId: item.id,
    departureId: departure?.id ?? null,
    heldUntil: expiresAt,
  }));
  const units = (await holdStock(tx, holds, now)).values();
  const held = decided.map((one): Result<Held, AddRefusal> => {
    if (!one.ok) return one;
    const unit = units.next().value!;
    return unit.ok ? ok({ ...one.value, line: newLine(one.value, unit.value, now) }) : unit;
  });

  const added = held.flatMap((one) => (one.ok ? [one.value] : []));
  const newLines = added.map(({ line }) => line);
  const [written, areKept] = await Promise.all([
    newLines.length > 0 ? insertLines(tx, newLines) : new Map<number, never>(),
    keepOthers(tx, added),
  ]);
  if (!areKept) return refuse({ kind: 'hold_ended' });
  for (const { entry, line } of added) entries.use(entry, written.get(line.unitId)!.cartId, line.expiresAt);
  await entries.save(tx);
  return ok(held.map((one) => (one.ok ? ok(withLine(one.value, written.get(one.value.line.unitId)!)) : one)));
}

const holdersOf = (requests: readonly AddRequest[], codes: readonly string[]) => ({
  customerIds: requests.flatMap(({ customerId }) => customerId ?? []),
  networks: requests.flatMap(({ network }) => network ?? []),
  codes,
});

interface LineToAdd {
  readonly request: AddRequest;
  /** Null: a new one. */
  readonly cart: CartRow | null;
  readonly others: readonly CartLineRow[];
  /** The entry of a waiting room that the cart is begun, or goes on, with. */
  readonly entry: ClaimedEntry | null;
  readonly expiresAt: Date;
}

interface Held extends LineToAdd {
  readonly line: NewCartLine;
}

const codesOf = ({ code, formerCode }: CartRow): string[] => (formerCode === null ? [code] : [code, formerCode]);

function newLine({ request, cart, expiresAt }: LineToAdd, unitId: number, now: Date): NewCartLine {
  const { item, departure, holder, customerId, requestKey, network } = request;
  const isTakenOver = cart?.customerId === null && customerId !== null;
  return {
    cartId: cart?.id ?? null,
    code: cart && !isTakenOver ? cart.code : randomChecksum(),
    customerId: cart?.customerId ?? customerId,
    firstAddedAt: cart?.firstAddedAt ?? now,
    expiresAt,
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
    requestKey: requestKey?.toString('hex') ?? null,
    network: customerId === null ? network : null,
  };
}

/** Returns the cart with the new line. The cart is not read again, because its lock keeps others from changing it. */
function withLine({ cart, others, line: added }: Held, written: Pick<CartLineRow, 'id' | 'cartId'>): OpenCart {
  const { code, customerId, firstAddedAt, expiresAt, requestKey: _, network, ...line } = added;
  const formerCode = cart && cart.code !== code ? cart.code : (cart?.formerCode ?? null);
  return {
    id: written.cartId,
    code,
    formerCode,
    status: 'open',
    customerId,
    firstAddedAt,
    expiresAt,
    extensions: cart?.extensions ?? 0,
    network: cart ? cart.network : network,
    lines: [...others, { ...line, ...written }],
  };
}

/** Extends the other lines' holds to match; false if one has ended. */
async function keepOthers(tx: Tx, added: readonly LineToAdd[]): Promise<boolean> {
  const byEnd = Map.groupBy(added, ({ expiresAt }) => expiresAt.getTime());
  const kept = await Promise.all(
    [...byEnd].map(([end, ofEnd]) => {
      const units = ofEnd.flatMap(({ others }) => others.map((line) => line.unitId));
      return extendHolds(tx, units, new Date(end));
    }),
  );
  return !kept.includes(false);
}

const eventIdOf = ({ frozen }: CartLineRow): number | null => parseId(frozen.eventId);

/** `departure` is the one in which the line gets a seat. */
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
