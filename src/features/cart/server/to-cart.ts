import type { PublicConfig } from '#features/shop-config/contract.ts';
import { sum } from '#kernel/money.ts';
import { toInstant } from '#wire/fields.ts';
import type { Cart, CartMerchandise, CartProduct } from '../contract.ts';
import { frozenTicketOnWire } from '../domain/frozen-ticket-on-wire.ts';
import type { CartLineRow, OpenCart } from './cart-store.ts';

/** `now` is the server's clock: the browser counts down from it, regardless of its own clock. */
export function toCart(cart: OpenCart, { events }: Pick<PublicConfig, 'events'>, now: Date): Cart {
  return {
    code: cart.code,
    expires_at: toInstant(cart.expiresAt),
    now: toInstant(now),
    products: cart.lines.filter((line) => line.kind === 'tickets').map((line) => toCartProduct(line, events)),
    merchandise: cart.lines.filter((line) => line.kind === 'merchandise').map(toCartMerchandise),
    total_price: sum(cart.lines.map((line) => line.price + line.fee)),
  };
}

function toCartProduct(line: CartLineRow, events: PublicConfig['events']): CartProduct {
  const item = line.frozen;
  return {
    id: line.id,
    ...frozenTicketOnWire(item, events),
    full_name: line.fullName ?? '',
    email: line.email ?? '',
    age: line.age,
    transport_time_id: line.departureId === null ? null : String(line.departureId),
    price: line.price,
    fee: line.fee,
    payment_plan: [...item.paymentPlan],
  };
}

function toCartMerchandise(line: CartLineRow): CartMerchandise {
  return {
    id: line.id,
    shop_item_type: 'merchandise',
    external_code: line.frozen.externalCode,
    merchandise: line.frozen.name,
    price: line.price,
    fee: line.fee,
    shop_image: line.frozen.image,
  };
}
