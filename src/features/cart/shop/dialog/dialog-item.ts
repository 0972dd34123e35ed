import { useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import { useCall } from '#browser/use-call.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';
import type { CartProduct } from '../../contract.ts';

export type DialogItem = Pick<
  ShopItem,
  | 'external_code'
  | 'name'
  | 'type'
  | 'price'
  | 'fee'
  | 'event_id'
  | 'occasion'
  | 'age_options'
  | 'travel_time_type'
  | 'travel_time'
  | 'travel_times'
  | 'meeting_point'
  | 'timezone'
  | 'in_stock'
  | 'stock_level'
  | 'limit_per_order'
  | 'has_payment_plan'
>;

/** A ticket whose item is no longer on sale: its current values are the only choice. */
const itemOfSoldTicket = (line: CartProduct): DialogItem => ({
  external_code: line.external_code,
  name: line.product,
  type: line.type,
  price: line.price,
  fee: line.fee,
  event_id: line.event_id,
  ...(line.occasion && { occasion: line.occasion }),
  age_options: line.age === null ? [] : [line.age],
  travel_time_type: line.travel_time_type,
  travel_time: line.travel_time_type === 'fixed' ? line.travel_time : null,
  travel_times:
    line.transport_time_id === null || line.travel_time === null
      ? []
      : [{ id: line.transport_time_id, travel_time: line.travel_time, remaining: null }],
  timezone: line.timezone,
  in_stock: true,
  stock_level: null,
  limit_per_order: 0,
  has_payment_plan: false,
});

/** A line keeps its frozen price, even if the item's price has changed. */
const withFrozenPrice = (item: DialogItem, line: CartProduct | null): DialogItem =>
  line ? { ...item, name: line.product, price: line.price, fee: line.fee } : item;

/**
 * The dialog's item: at first the pressed one or the catalogue's, then the server's with the current seats, because
 * seats sell quickly. `refresh` loads it again.
 */
export function useDialogItem(pressed: ShopItem | CartProduct): { item: DialogItem; refresh: () => void } {
  const { products } = useBundle();
  const [mustRefresh, setMustRefresh] = useState(false);
  const line = 'product' in pressed ? pressed : null;
  const code = pressed.external_code;
  const known = products.find((product) => product.external_code === code);
  const isChoice = (known ?? pressed).travel_time_type === 'selectable';
  const mustLoad = mustRefresh || known === undefined || isChoice;
  // If the item is gone or the server is unreachable, keep the known item. The cart's calls will report the problem.
  const { answer, again } = useCall('get-shop-item', mustLoad ? { external_code: code } : null);
  const item = answer?.item ?? known ?? ('product' in pressed ? itemOfSoldTicket(pressed) : pressed);

  const refresh = () => {
    setMustRefresh(true);
    void again();
  };
  return { item: withFrozenPrice(item, line), refresh };
}
