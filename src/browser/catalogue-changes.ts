import type { FullUserData, UserData } from '#features/user-data/contract.ts';

export type ListedItems = Pick<FullUserData, 'products' | 'merchandise'>;
export type CatalogueChanges = NonNullable<UserData['catalogue_changes']>;
type Item = ListedItems['products'][number];

/** Applies the changes to the items that they are based on. Returns null if they do not fit these items. */
export function withChanges(earlier: ListedItems, changes: CatalogueChanges): ListedItems | null {
  const products = changed(earlier.products, changes.products, changes.product_ids);
  const merchandise = changed(earlier.merchandise, changes.merchandise, changes.merchandise_ids);
  return products && merchandise ? { products, merchandise } : null;
}

function changed(
  earlier: readonly Item[],
  fresh: readonly Item[],
  ids: readonly string[] = earlier.map(({ id }) => id),
): Item[] | null {
  const items = new Map([...earlier, ...fresh].map((item) => [item.id, item]));
  const listed = ids.flatMap((id) => items.get(id) ?? []);
  const known = new Set(ids);
  return listed.length === ids.length && fresh.every(({ id }) => known.has(id)) ? listed : null;
}
