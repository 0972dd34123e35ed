import { useEffect, useState } from 'react';
import { call } from '#browser/api.ts';
import { useBundle } from '#browser/session-store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import type { CartProduct } from '../../contract.ts';

/** What the personalise dialog shows of an item. */
export type ItemToHold = Pick<
  ShopItem,
  | 'external_code'
  | 'name'
  | 'type'
  | 'price'
  | 'fee'
  | 'event_id'
  | 'age_options'
  | 'travel_time_type'
  | 'travel_time'
  | 'travel_times'
  | 'timezone'
>;

/** A ticket of the cart whose item is no longer on sale: what it has is all that can be chosen. */
const asItem = (line: CartProduct): ItemToHold => ({
  external_code: line.external_code,
  name: line.product,
  type: line.type,
  price: line.price,
  fee: line.fee,
  event_id: line.event_id,
  age_options: line.age === null ? [] : [line.age],
  travel_time_type: line.travel_time_type,
  travel_time: line.travel_time_type === 'fixed' ? line.travel_time : null,
  travel_times:
    line.transport_time_id === null || line.travel_time === null
      ? []
      : [{ id: line.transport_time_id, travel_time: line.travel_time, remaining: null }],
  timezone: line.timezone,
});

/** The frozen price of a line stands, whatever its item costs today. */
const pricedAs = (item: ItemToHold, line: CartProduct | null): ItemToHold =>
  line ? { ...item, name: line.product, price: line.price, fee: line.fee } : item;

/**
 * The item of a dialog with its newest seats: as pressed or as the catalogue has it at once, and as the server says a moment
 * later, because seats go quickly. `refresh` asks again.
 */
export function useItemToHold(pressed: ShopItem | CartProduct): { item: ItemToHold; refresh: () => void } {
  const { products } = useBundle();
  const [fresh, setFresh] = useState<ShopItem | null>(null);
  const [turn, setTurn] = useState(0);
  const line = 'product' in pressed ? pressed : null;
  const code = pressed.external_code;
  const known = products.find((product) => product.external_code === code);
  const item = fresh ?? known ?? ('product' in pressed ? asItem(pressed) : pressed);
  const mustAsk = turn > 0 || known === undefined || item.travel_time_type === 'selectable';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once more.
  useEffect(() => {
    if (!mustAsk) return;
    const abort = new AbortController();
    call('get-shop-item', { external_code: code }, { signal: abort.signal })
      .then((answer) => setFresh(answer.item))
      // An item that is gone, or a server out of reach: what is known stays, and the cart's calls say the rest.
      .catch(() => {});
    return () => abort.abort();
  }, [code, mustAsk, turn]);

  return { item: pricedAs(item, line), refresh: () => setTurn((before) => before + 1) };
}
