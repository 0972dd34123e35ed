import { useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
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
  const [mustRefresh, setMustRefresh] = useState(false);
  const line = 'product' in pressed ? pressed : null;
  const code = pressed.external_code;
  const known = products.find((product) => product.external_code === code);
  const isChoice = (known ?? pressed).travel_time_type === 'selectable';
  const mustAsk = mustRefresh || known === undefined || isChoice;
  // If the item is gone or the server is out of reach, what is known stays, and the cart's calls say the rest.
  const { answer, again } = useCall('get-shop-item', mustAsk ? { external_code: code } : null);
  const item = answer?.item ?? known ?? ('product' in pressed ? asItem(pressed) : pressed);

  const refresh = () => {
    setMustRefresh(true);
    void again();
  };
  return { item: pricedAs(item, line), refresh };
}
