import { ok, type Result, refuse } from '#kernel/result.ts';
import { type CallContext, type CallRegistry, type RepeatKey, reply } from '#platform/http/calls.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { createNetworkLimit } from '#platform/http/network-limit.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { type HttpRefusal, tooMany } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import type { Holder } from '../domain/holder.ts';
import { createAddToCart, type WantedItem } from './add-to-cart.ts';
import { cartRefusal } from './cart-refusals.ts';
import { answerWithCart, type CartParts, callerOf, holderOf } from './cart-request.ts';
import { cartOfRequest } from './cart-store.ts';

import { toCart } from './to-cart.ts';

/** `routes.ts` has the calls that read or change the cart. */
export function addAddingCalls(calls: CallRegistry, parts: CartParts): void {
  const { db, limits = defaultLimits, waitingRoom } = parts;
  const mostHeld = { account: limits['held-items-account'], network: limits['held-items-network'] };
  const add = createAddToCart({ ...parts, mostHeld });
  // Counted in this process, which needs no statement: it only has to slow down a flood.
  const networks = createNetworkLimit(limits['cart-add-network']);

  calls.add(contract.addProductToCart, (body, context) => addAndAnswer('tickets', body, holderOf(body), context));
  calls.add(contract.addMerchandiseToCart, (body, context) => addAndAnswer('merchandise', body, null, context));

  async function addAndAnswer(
    kind: WantedItem['kind'],
    {
      external_code: externalCode,
      cart: cartCode,
      place,
    }: { external_code: string; cart: string | null; place: string | null },
    holder: Holder | null,
    context: CallContext,
  ) {
    const { repeat, caller, now } = context;
    // The answer was lost with its process or connection; the item may already be in the cart.
    const done = repeat?.mayBeDone ? await answerAsBefore(repeat, cartCode, context) : null;
    if (done) return done;
    const attempts = await countAdd(cartCode, context);
    if (!attempts.ok) return attempts;
    try {
      const customerId = caller?.customerId ?? null;
      const requestKey = repeat?.hash ?? null;
      const network = networks.hashOf(context.ip);
      const neededEntry = (eventId: number | null) =>
        waitingRoom?.neededFor(eventId, { place, cookie: context.cookie }) ?? null;
      const wanted = { kind, externalCode, cartCode, customerId, holder, requestKey, network, neededEntry };
      const added = await add(wanted, now);
      if (!added.ok) return refuse(cartRefusal(added.error));
      return reply({ cart: toCart(added.value.cart, added.value.shop, now) });
    } catch (error) {
      const meanwhile = repeat && isAddedAlready(error) ? await answerAsBefore(repeat, cartCode, context) : null;
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /** With the code that the caller knows: the cart gets a new code when a customer takes it over. */
  async function answerAsBefore({ hash }: RepeatKey, cartCode: string | null, context: CallContext) {
    const cart = await cartOfRequest(db, hash);
    if (!cart) return null;
    const code = cartCode === cart.code ? cart.code : (cart.formerCode ?? cart.code);
    return answerWithCart(parts, callerOf(code, context), context);
  }

  /** Over all carts, so that an account cannot hold stock by using many. */
  async function countAdd(
    cartCode: string | null,
    { caller, ip, now }: CallContext,
  ): Promise<Result<void, HttpRefusal>> {
    const network = networks.count(ip, now);
    if (!network.allowed) return refuse(tooMany(network.retryAfterSeconds));
    if (!caller && cartCode === null) return ok(undefined);
    const attempts = caller
      ? await countAttempt(db, limits['cart-add-account'], String(caller.customerId), now)
      : await countAttempt(db, limits['cart-add'], cartCode!, now);
    return attempts.allowed ? ok(undefined) : refuse(tooMany(attempts.retryAfterSeconds));
  }
}

/** True if another request with the same key has just added the item. */
const isAddedAlready = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'cart_lines_request_key_key';
