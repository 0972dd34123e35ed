import { type Bench, catalogueVersionOf, measure, withShop } from '../bench.ts';
import { HOT_ITEM, SPREAD_ITEMS } from '../fill/prepare.ts';
import { reservationLimits } from '../limits/reserve.ts';

/** Makes carts with one item, always the same or one of twenty. The answers have the bundle that the shop's pages get. */
export async function addToCart(bench: Bench): Promise<void> {
  for (const [name, items] of [
    ['one hot item', [HOT_ITEM]],
    ['20 items', SPREAD_ITEMS],
  ] as const) {
    await withShop(bench, { ROLE: 'web' }, async (shop, database) => {
      const catalogueVersion = await catalogueVersionOf(shop);
      for (const clients of bench.sizes.clients) {
        await measure(bench, shop, {
          work: `create cart and add, ${name}`,
          visit: { kind: 'add', items: [...items], data: true, catalogueVersion },
          clients,
          limits: reservationLimits(database, { ...bench.sizes, items: items.length, clients }),
        });
      }
    });
  }
}
