import { refuse } from '#kernel/result.ts';
import { type CallContext, type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits } from '#platform/http/limits.ts';
import { createNetworkLimit } from '#platform/http/network-limit.ts';
import { type HttpRefusal, tooMany } from '#platform/http/refusal.ts';
import { createTokenBuckets } from '#platform/http/token-buckets.ts';
import * as contract from '../contract.ts';
import { type Holder, holderFromWire } from '../domain/holder.ts';
import type { WantedItem } from './add-request.ts';
import { createAddToCart } from './add-to-cart.ts';
import { cartRefusal } from './cart-refusals.ts';
import { type CartParts, heldItemLimitsOf } from './cart-request.ts';
import { answerAsBefore, isAddedAlready } from './repeated-add.ts';
import { toCart } from './to-cart.ts';

/** `routes.ts` has the calls that read or change the cart. */
export function addAddToCartCalls(calls: CallRegistry, parts: CartParts): void {
  const { limits = defaultLimits, waitingRoom } = parts;
  const add = createAddToCart({ ...parts, heldItemLimits: heldItemLimitsOf(parts) });
  // Each process counts for itself, without SQL, because the limits only have to slow down a flood.
  const networks = createNetworkLimit(limits['cart-add-network']);
  const accounts = createTokenBuckets(limits['cart-add-account']);
  const carts = createTokenBuckets(limits['cart-add']);

  calls.add(contract.addProductToCart, (body, context) => addAndAnswer('tickets', body, holderFromWire(body), context));
  calls.add(contract.addMerchandiseToCart, (body, context) => addAndAnswer('merchandise', body, null, context));

  async function addAndAnswer(
    kind: WantedItem['kind'],
    body: { readonly external_code: string; readonly cart: string | null; readonly place: string | null },
    holder: Holder | null,
    context: CallContext,
  ) {
    const { repeat, now } = context;
    // The earlier answer may have been lost with its process or connection, so the item may already be in the cart.
    const earlierAnswer = repeat?.mayBeDone ? await answerAsBefore(parts, repeat, body.cart, context) : null;
    if (earlierAnswer) return earlierAnswer;
    const tooManyAdds = countAdd(body.cart, context);
    if (tooManyAdds) return refuse(tooManyAdds);
    const wanted = {
      kind,
      externalCode: body.external_code,
      cartCode: body.cart,
      customerId: context.caller?.customerId ?? null,
      holder,
      requestKey: repeat?.hash ?? null,
      network: networks.hashOf(context.ip),
      neededEntry: (eventId: number | null) =>
        waitingRoom?.neededFor(eventId, { place: body.place, cookie: context.cookie }) ?? null,
    };
    try {
      const added = await add(wanted, now);
      if (!added.ok) return refuse(cartRefusal(added.error));
      return reply({ cart: toCart(added.value.cart, added.value.shop, now) });
    } catch (error) {
      const otherAnswer =
        repeat && isAddedAlready(error) ? await answerAsBefore(parts, repeat, body.cart, context) : null;
      if (otherAnswer) return otherAnswer;
      throw error;
    }
  }

  /** An account's adds are counted over all its carts, so that it cannot hold more stock by using many carts. */
  function countAdd(cartCode: string | null, { caller, ip, now }: CallContext): HttpRefusal | null {
    const network = networks.count(ip, now);
    if (!network.allowed) return tooMany(network.retryAfterSeconds);
    if (!caller && cartCode === null) return null;
    const own = caller ? accounts.take(String(caller.customerId), now) : carts.take(cartCode!, now);
    return own.allowed ? null : tooMany(own.retryAfterSeconds);
  }
}
