import { refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import type { CallContext, CallRegistry } from '#platform/http/calls.ts';
import * as contract from '../contract.ts';
import { holderFromWire } from '../domain/holder.ts';
import { addAddToCartCalls } from './add-routes.ts';
import { cartRefusal } from './cart-refusals.ts';
import { answerWithCart, type CartParts, callerOf, heldItemLimitsOf } from './cart-request.ts';
import type { CartLineRow } from './cart-store.ts';
import { extendCart, removeLine, updateProduct } from './change-cart.ts';
import { readCart } from './read-cart.ts';
import { type CartOfCaller, takeOverCart } from './take-over-cart.ts';
import { toCart } from './to-cart.ts';

export function addCartCalls(calls: CallRegistry, parts: CartParts): void {
  const { db, loadShop } = parts;
  const carts = { db, heldItemLimits: heldItemLimitsOf(parts) };
  addAddToCartCalls(calls, parts);

  calls.add(contract.getCart, async (body, context) => {
    const caller = callerOf(body.cart, context);
    const cart = caller.customerId === null ? null : await readCart(db, caller, context.now);
    if (cart?.ok && cart.value.customerId === null) await takeOverCart(carts, caller, context.now);
    return answerWithCart(parts, caller, context);
  });

  calls.add(contract.updateProductInCart, async (body, context) => {
    const caller = callerOf(body.cart, context);
    const done = await updateProduct(carts, caller, body.cart_product_id, holderFromWire(body), context.now);
    return done.ok ? answerWithCart(parts, caller, context) : refuse(cartRefusal(done.error));
  });

  calls.add(contract.removeProductFromCart, (body, context) =>
    removeAndAnswer(context, body.cart, 'tickets', body.cart_product_id),
  );

  calls.add(contract.removeMerchandiseFromCart, (body, context) =>
    removeAndAnswer(context, body.cart, 'merchandise', body.cart_merchandise_id),
  );

  calls.add(contract.extendCart, async (body, context) => {
    const caller = callerOf(body.cart, context);
    const shop = await loadShop(db);
    const done = await extendCart(
      carts,
      caller,
      shop.public.cartMinutes,
      context.now,
      await rememberAnswer(caller, context),
    );
    return done.ok ? answerWithCart(parts, caller, context) : refuse(cartRefusal(done.error));
  });

  async function removeAndAnswer(context: CallContext, code: string | null, kind: CartLineRow['kind'], lineId: string) {
    const caller = callerOf(code, context);
    const done = await removeLine(carts, caller, kind, lineId, context.now, await rememberAnswer(caller, context));
    return done.ok ? answerWithCart(parts, caller, context) : refuse(cartRefusal(done.error));
  }

  /** Returns a function that stores the answer in the change's transaction, for a repeated request. */
  async function rememberAnswer(caller: CartOfCaller, { now, remember }: CallContext) {
    // Before the transaction, which must not use a second connection.
    const shop = await loadShop(db);
    return async (tx: Tx) => {
      const cart = await readCart(tx, caller, now);
      if (cart.ok) await remember(tx, { cart: toCart(cart.value, shop.public, now) });
    };
  }
}
