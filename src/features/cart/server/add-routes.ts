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
import type { CartParts } from './cart-request.ts';
import { addOnce } from './repeated-add.ts';
import { toCart } from './to-cart.ts';

/** The calls that add an item. `routes.ts` has the cart's other calls. */
export function addAddToCartCalls(calls: CallRegistry, parts: CartParts): void {
  const { limits = defaultLimits, waitingRoom } = parts;
  const add = createAddToCart(parts);
  // Each process counts for itself, without SQL, because the limits only have to slow down a flood.
  const networks = createNetworkLimit(limits['cart-add-network']);
  const accounts = createTokenBuckets(limits['cart-add-account']);
  const carts = createTokenBuckets(limits['cart-add']);

  calls.add(contract.addProductToCart, (body, context) =>
    addOnce(parts, body.cart, context, () => addAndAnswer('tickets', body, holderFromWire(body), context)),
  );
  calls.add(contract.addMerchandiseToCart, (body, context) =>
    addOnce(parts, body.cart, context, () => addAndAnswer('merchandise', body, null, context)),
  );

  async function addAndAnswer(
    kind: WantedItem['kind'],
    body: { readonly external_code: string; readonly cart: string | null; readonly place: string | null },
    holder: Holder | null,
    context: CallContext,
  ) {
    const tooManyAdds = countAdd(body.cart, context);
    if (tooManyAdds) return refuse(tooManyAdds);
    const { now } = context;
    const added = await add({
      kind,
      externalCode: body.external_code,
      holder,
      cartCode: body.cart,
      customerId: context.caller?.customerId ?? null,
      requestKey: context.repeat?.hash ?? null,
      network: networks.hashOf(context.ip),
      neededEntry: (eventId) => waitingRoom?.neededFor(eventId, { place: body.place, cookie: context.cookie }) ?? null,
      now,
    });
    return added.ok
      ? reply({ cart: toCart(added.value.cart, added.value.shop, now) })
      : refuse(cartRefusal(added.error));
  }

  /** An account's requests are counted over all its carts, so that it cannot hold more stock by using many carts. */
  function countAdd(cartCode: string | null, { caller, ip, now }: CallContext): HttpRefusal | null {
    const network = networks.count(ip, now);
    if (!network.allowed) return tooMany(network.retryAfterSeconds);
    if (!caller && cartCode === null) return null;
    const own = caller ? accounts.take(String(caller.customerId), now) : carts.take(cartCode!, now);
    return own.allowed ? null : tooMany(own.retryAfterSeconds);
  }
}
