import { z } from 'zod';
import { occasion, planStep } from '#features/catalogue/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, emailText, instant, money, nameText, optionalCode } from '#wire/fields.ts';

export const cartProduct = z.object({
  id: z.string(),
  shop_item_type: z.literal('tickets'),
  external_code: z.string(),
  product: z.string(),
  type: z.string(),
  event_id: z.string().nullable(),
  occasion: occasion.optional(),
  full_name: z.string(),
  email: z.string(),
  age: z.string().nullable(),
  travel_time_type: z.enum(['fixed', 'selectable']).nullable(),
  travel_time: instant.nullable(),
  transport_time_id: z.string().nullable(),
  timezone: z.string(),
  price: money,
  fee: money,
  shop_image: z.string().nullable(),
  /**
   * Extension: the plan at the time the item was added, because the catalogue may have changed. Only in a cart; empty
   * without a plan.
   */
  payment_plan: z.array(planStep).optional(),
});
export type CartProduct = z.infer<typeof cartProduct>;

export const cartMerchandise = z.object({
  id: z.string(),
  shop_item_type: z.literal('merchandise'),
  external_code: z.string(),
  merchandise: z.string(),
  price: money,
  fee: money,
  shop_image: z.string().nullable(),
});
export type CartMerchandise = z.infer<typeof cartMerchandise>;

const cart = z.object({
  code: z.string(),
  expires_at: instant,
  now: instant,
  products: z.array(cartProduct),
  merchandise: z.array(cartMerchandise),
  total_price: money,
});
export type Cart = z.infer<typeof cart>;

/** Extension: the caller's place in the waiting room of the item; browsers send it in a cookie instead. */
const place = optionalCode;
/** Extension: `<question>~<answer>`, if an add that would create a cart was refused with a `challenge`. */
const challenge = optionalCode;

const holder = { full_name: nameText, email: emailText, age: optionalCode, transport_time_id: optionalCode };

export const getCart = call({
  name: 'get-cart',
  summary: 'The cart with this code; 404 if unknown, 410 if expired or ordered',
  needs: 'nobody',
  changes: false,
  data: false,
  request: z.object({ cart: optionalCode }),
  answer: z.object({ cart }),
});

export const addProductToCart = call({
  name: 'add-product-to-cart',
  summary: 'Adds one ticket to the cart and holds it; creates a cart if none is given',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ cart: optionalCode, external_code: codeText, ...holder, place, challenge }),
  answer: z.object({ cart }),
});

export const updateProductInCart = call({
  name: 'update-product-in-cart',
  summary: 'Changes the holder or the travel time of a ticket in the cart',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ cart: optionalCode, cart_product_id: codeText, ...holder }),
  answer: z.object({ cart }),
});

export const removeProductFromCart = call({
  name: 'remove-product-from-cart',
  summary: 'Removes one ticket from the cart and returns it to sale; the cart may become empty',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ cart: optionalCode, cart_product_id: codeText }),
  answer: z.object({ cart }),
});

export const addMerchandiseToCart = call({
  name: 'add-merchandise-to-cart',
  summary: 'Adds one piece of merchandise to the cart and holds it; creates a cart if none is given',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ cart: optionalCode, external_code: codeText, place, challenge }),
  answer: z.object({ cart }),
});

export const removeMerchandiseFromCart = call({
  name: 'remove-merchandise-from-cart',
  summary: 'Removes one piece of merchandise from the cart and returns it to sale',
  needs: 'nobody',
  changes: true,
  data: true,
  request: z.object({ cart: optionalCode, cart_merchandise_id: codeText }),
  answer: z.object({ cart }),
});

export const extendCart = call({
  name: 'extend-cart',
  summary: 'Renews the full holding time of the cart, at most ten times',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ cart: optionalCode }),
  answer: z.object({ cart }),
});
