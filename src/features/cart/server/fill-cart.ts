import { type ItemRow, itemsForSale } from '#features/catalogue/server/public.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { lockItems, makeRoomForOne, overCapacity } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { UNLIMITED } from '../domain/held-items.ts';
import { addBatch, lockForAdds } from './add-batch.ts';
import { type ShopSwitches, toAddRequest } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';

/** An item of an order that does not come from the shop's own pages. */
export interface ListedItem {
  readonly externalCode: string;
  /** Null for merchandise. `departure` is its code in the shop folder; null for an item without selectable times. */
  readonly holder: {
    readonly fullName: string;
    readonly email: string;
    readonly age: string | null;
    readonly departure: string | null;
  } | null;
}

export interface ItemList {
  readonly items: readonly ListedItem[];
  /** Whether the items' limits for one order are ignored. */
  readonly isUnlimited?: boolean;
  /** Whether units of full items and departures may be taken. */
  readonly isBeyondCapacity?: boolean;
}

/** An item or departure of which the list takes more units than its capacity. */
export interface TakenBeyondCapacity {
  readonly externalCode: string;
  readonly name: string;
  /** Null for the item itself. */
  readonly departure: { readonly code: string; readonly departsAt: Date } | null;
  readonly timezone: string;
  readonly capacity: number;
  /** Units sold or held, including the list's. */
  readonly taken: number;
}

export interface FilledCart {
  readonly code: string;
  readonly beyond: readonly TakenBeyondCapacity[];
}

/**
 * Adds a list of items to a new cart, by the same rules and with the same locks as when they are added one by one. A
 * refusal names the first refused position. The caller must then roll back, because the earlier items are in the cart.
 */
export async function fillCart(
  tx: Tx,
  customerId: number,
  { items: list, isUnlimited = false, isBeyondCapacity = false }: ItemList,
  shop: ShopSwitches & Pick<PublicConfig, 'cartMinutes'>,
  now: Date,
): Promise<Result<FilledCart, { index: number; refusal: CartRefusal }>> {
  const items = await itemsForSale(tx, [...new Set(list.map(({ externalCode }) => externalCode))]);
  // Locks all items together and by id, like a checkout: in list order, this could deadlock with a checkout.
  await lockItems(
    tx,
    [...items.values()].map((item) => item.id),
  );
  let cartCode: string | null = null;
  const exceeded: { itemId: number; departureId: number | null }[] = [];
  for (const [index, { externalCode, holder }] of list.entries()) {
    const item = items.get(externalCode) ?? null;
    const departure = item?.departures.find(({ code }) => code === holder?.departure);
    const wanted = {
      kind: item?.kind ?? 'tickets',
      externalCode,
      cartCode,
      customerId,
      holder:
        item?.kind === 'merchandise'
          ? null
          : {
              fullName: holder?.fullName ?? '',
              email: holder?.email ?? '',
              age: holder?.age ?? null,
              transportTimeId: departure ? String(departure.id) : null,
            },
      requestKey: null,
      network: null,
      neededEntry: () => null,
      now,
    } as const;
    const request = toAddRequest(wanted, item, shop);
    if (!request.ok) return refuse({ index, refusal: request.error });
    const { item: wantedItem } = request.value;
    const unit = { itemId: wantedItem.id, departureId: request.value.departure?.id ?? null };
    if (isBeyondCapacity && (await makeRoomForOne(tx, unit, now))) exceeded.push(unit);
    const allowed = isUnlimited ? { ...request.value, item: { ...wantedItem, limitPerOrder: 0 } } : request.value;
    const locked = await lockForAdds(tx, [allowed], UNLIMITED, now);
    const batch = await addBatch(tx, [allowed], locked, { cartMinutes: shop.cartMinutes, now });
    const added = batch.ok ? batch.value[0]! : refuse({ kind: 'cart_expired' as const });
    if (!added.ok) return refuse({ index, refusal: added.error });
    cartCode = added.value.code;
  }
  if (cartCode === null) return refuse({ index: 0, refusal: { kind: 'item_not_found' } });
  return ok({ code: cartCode, beyond: await takenBeyondCapacity(tx, exceeded, [...items.values()]) });
}

async function takenBeyondCapacity(
  tx: Tx,
  exceeded: readonly { itemId: number; departureId: number | null }[],
  items: readonly ItemRow[],
): Promise<TakenBeyondCapacity[]> {
  if (exceeded.length === 0) return [];
  const counts = await overCapacity(tx, {
    itemIds: exceeded.map(({ itemId }) => itemId),
    departureIds: exceeded.flatMap(({ departureId }) => departureId ?? []),
  });
  return counts.map(({ itemId, departureId, capacity, taken }) => {
    const { externalCode, name, timezone, departures } = items.find(({ id }) => id === itemId)!;
    const departure = departures.find(({ id }) => id === departureId) ?? null;
    return { externalCode, name, timezone, departure, capacity, taken };
  });
}
