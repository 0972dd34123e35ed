import type { Shop } from '#features/shop-config/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { type CallContext, type CallRegistry, type RepeatKey, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countTry } from '#platform/http/rate-limits.ts';
import { type HttpRefusal, tooMany } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import type { Holder } from '../domain/holder.ts';
import { createAddToCart, type WantedItem } from './add-to-cart.ts';
import { cartRefusal } from './cart-refusals.ts';
import { cartOfRequest } from './cart-store.ts';
import { type CartOfCaller, extendCart, removeLine, updateProduct } from './change-cart.ts';
import { createNetworkLimit } from './network-limit.ts';
import { readCart } from './read-cart.ts';
import { toCart } from './to-cart.ts';

export interface CartParts {
  readonly db: Db;
  loadShop(): Promise<Shop>;
  readonly limits?: Limits;
  /** If false, a power cut may lose a hold that was just acknowledged. */
  readonly holdsAreSynced?: boolean;
}

export function addCartCalls(calls: CallRegistry, parts: CartParts): void {
  const { db, loadShop, limits = defaultLimits } = parts;
  const add = createAddToCart(parts);
  // Counted in this process, which needs no statement: it only has to slow down a flood.
  const networks = createNetworkLimit(limits['cart-add-network']);

  calls.add(contract.getCart, async (body, context) => answerWith(callerOf(body.cart, context), context));

  calls.add(contract.addProductToCart, (body, context) =>
    addAndAnswer(context, {
      kind: 'tickets',
      externalCode: body.external_code,
      cartCode: body.cart,
      customerId: context.caller?.customerId ?? null,
      holder: holderOf(body),
    }),
  );

  calls.add(contract.addMerchandiseToCart, (body, context) =>
    addAndAnswer(context, {
      kind: 'merchandise',
      externalCode: body.external_code,
      cartCode: body.cart,
      customerId: context.caller?.customerId ?? null,
      holder: null,
    }),
  );

  calls.add(contract.updateProductInCart, async (body, context) => {
    const caller = callerOf(body.cart, context);
    const done = await updateProduct(db, caller, body.cart_product_id, holderOf(body), context.now);
    return done.ok ? answerWith(caller, context) : refuse(cartRefusal(done.error));
  });

  calls.add(contract.removeProductFromCart, (body, context) =>
    removeAndAnswer(context, body.cart, 'tickets', body.cart_product_id),
  );

  calls.add(contract.removeMerchandiseFromCart, (body, context) =>
    removeAndAnswer(context, body.cart, 'merchandise', body.cart_merchandise_id),
  );

  calls.add(contract.extendCart, async (body, context) => {
    const caller = callerOf(body.cart, context);
    const shop = await loadShop();
    const done = await extendCart(db, caller, shop.public.cartMinutes, context.now, remembered(caller, context));
    return done.ok ? answerWith(caller, context) : refuse(cartRefusal(done.error));
  });

  async function answerWith(caller: CartOfCaller, { now }: CallContext) {
    const cart = await readCart(db, caller, now);
    return cart.ok ? reply({ cart: toCart(cart.value, now) }) : refuse(cartRefusal(cart.error));
  }

  async function removeAndAnswer(context: CallContext, code: string | null, kind: WantedItem['kind'], lineId: string) {
    const caller = callerOf(code, context);
    const done = await removeLine(db, caller, kind, lineId, context.now, remembered(caller, context));
    return done.ok ? answerWith(caller, context) : refuse(cartRefusal(done.error));
  }

  /** Records the change for a repeated request. */
  function remembered(caller: CartOfCaller, { now, remember }: CallContext) {
    return async (tx: Tx) => {
      const cart = await readCart(tx, caller, now);
      if (cart.ok) await remember(tx, { cart: toCart(cart.value, now) });
    };
  }

  async function addAndAnswer(context: CallContext, wanted: WantedItem) {
    const { repeat } = context;
    // The answer to an earlier request was lost with its process or connection; its item may already be in the cart.
    const done = repeat?.mayBeDone ? await answerAsBefore(repeat, wanted, context) : null;
    if (done) return done;
    const tries = await countAdd(wanted.cartCode, context);
    if (!tries.ok) return tries;
    try {
      const cart = await add({ ...wanted, requestKey: repeat?.hash ?? null }, context.now);
      return cart.ok ? reply({ cart: toCart(cart.value, context.now) }) : refuse(cartRefusal(cart.error));
    } catch (error) {
      const meanwhile = repeat && isAddedAlready(error) ? await answerAsBefore(repeat, wanted, context) : null;
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /** With the code that the caller knows: the cart gets a new code when a customer takes it over. */
  async function answerAsBefore({ hash }: RepeatKey, { cartCode }: WantedItem, context: CallContext) {
    const cart = await cartOfRequest(db, hash);
    if (!cart) return null;
    const code = cartCode === cart.code ? cart.code : (cart.formerCode ?? cart.code);
    return answerWith(callerOf(code, context), context);
  }

  /** Counts a logged-in customer over all carts, so that an account cannot hold stock by using many carts. */
  async function countAdd(
    cartCode: string | null,
    { caller, ip, now }: CallContext,
  ): Promise<Result<void, HttpRefusal>> {
    const network = networks.count(ip, now);
    if (!network.allowed) return refuse(tooMany(network.retryAfterSeconds));
    if (!caller && cartCode === null) return ok(undefined);
    const tries = caller
      ? await countTry(db, limits['cart-add-account'], String(caller.customerId), now)
      : await countTry(db, limits['cart-add'], cartCode!, now);
    return tries.allowed ? ok(undefined) : refuse(tooMany(tries.retryAfterSeconds));
  }
}

/** Another request with the same key has just added the item. */
const isAddedAlready = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'cart_lines_request_key_key';

const callerOf = (code: string | null, { caller }: CallContext): CartOfCaller => ({
  code,
  customerId: caller?.customerId ?? null,
});

const holderOf = (body: {
  full_name: string;
  email: string;
  age: string | null;
  transport_time_id: string | null;
}): Holder => ({
  fullName: body.full_name,
  email: body.email,
  age: body.age,
  transportTimeId: body.transport_time_id,
});
