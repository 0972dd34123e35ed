import type { Shop } from '#features/shop-config/server/public.ts';
import type { WaitingRoom } from '#features/waiting-room/server/public.ts';
import { refuse } from '#kernel/result.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { type CallContext, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import type { HeldItemLimits } from '../domain/held-items.ts';
import { cartRefusal } from './cart-refusals.ts';
import { readCart } from './read-cart.ts';
import type { CartOfCaller } from './take-over-cart.ts';
import { toCart } from './to-cart.ts';

export interface CartParts {
  readonly db: Db;
  loadShop(db: Queryable): Promise<Shop>;
  readonly limits?: Limits;
  /** Whether holds are on disk before they are acknowledged. Otherwise a power cut may lose the newest ones. */
  readonly holdsAreSynced?: boolean;
  /** If absent, nobody has to wait. */
  readonly waitingRoom?: Pick<WaitingRoom, 'neededFor'>;
}

export const heldItemLimitsOf = ({ limits = defaultLimits }: CartParts): HeldItemLimits => ({
  account: limits['held-items-account'],
  network: limits['held-items-network'],
});

export async function answerWithCart({ db, loadShop }: CartParts, caller: CartOfCaller, { now }: CallContext) {
  const [cart, shop] = await Promise.all([readCart(db, caller, now), loadShop(db)]);
  return cart.ok ? reply({ cart: toCart(cart.value, shop.public, now) }) : refuse(cartRefusal(cart.error));
}

export const callerOf = (code: string | null, { caller }: CallContext): CartOfCaller => ({
  code,
  customerId: caller?.customerId ?? null,
});
