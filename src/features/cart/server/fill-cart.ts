import { itemsForSale } from '#features/catalogue/server/public.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { lockItems } from '#features/stock/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { UNLIMITED } from '../domain/held-items.ts';
import { addBatch } from './add-batch.ts';
import { type ShopSwitches, toAddRequest } from './add-request.ts';
import type { CartRefusal } from './cart-refusals.ts';

/** An item of a list that does not come from the shop's own pages. */
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

/**
 * Adds a list to a new cart by the rules and locks of single adds; `isUnlimited` ignores the items' limits per order. A
 * refusal names the first refused position. The caller must then roll back, because the earlier items are in the cart.
 */
export async function fillCart(
  tx: Tx,
  customerId: number,
  { items: list, isUnlimited }: { readonly items: readonly ListedItem[]; readonly isUnlimited: boolean },
  shop: ShopSwitches & Pick<PublicConfig, 'cartMinutes'>,
  now: Date,
): Promise<Result<string, { index: number; refusal: CartRefusal }>> {
  const items = await itemsForSale(tx, [...new Set(list.map(({ externalCode }) => externalCode))]);
  // Locks all items together and by id, like a checkout: in list order, this could deadlock with a checkout.
  await lockItems(
    tx,
    [...items.values()].map((item) => item.id),
  );
  let cartCode: string | null = null;
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
    } as const;
    const request = toAddRequest(wanted, item, shop, now);
    if (!request.ok) return refuse({ index, refusal: request.error });
    const { item: wantedItem } = request.value;
    const allowed = isUnlimited ? { ...request.value, item: { ...wantedItem, limitPerOrder: 0 } } : request.value;
    const batch = await addBatch(tx, [allowed], { cartMinutes: shop.cartMinutes, heldItemLimits: UNLIMITED, now });
    const added = batch.ok ? batch.value[0]! : refuse({ kind: 'cart_expired' as const });
    if (!added.ok) return refuse({ index, refusal: added.error });
    cartCode = added.value.code;
  }
  return cartCode === null ? refuse({ index: 0, refusal: { kind: 'item_not_found' } }) : ok(cartCode);
}
