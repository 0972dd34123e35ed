import { call } from '#browser/api.ts';
import { ApiError, ODD_ANSWER } from '#browser/api-error.ts';
import type { Language } from '#kernel/language.ts';
import type { Cart } from '../contract.ts';
import type { Holder } from '../domain/holder.ts';
import { type CartLine, isTicket } from './cart-line.ts';
import type { CartStore } from './cart-store.ts';

/** What to put into the cart: merchandise, or a ticket for its holder. */
export type ItemToAdd =
  | { kind: 'merchandise'; externalCode: string }
  | { kind: 'tickets'; externalCode: string; holder: Holder };

const holderFields = (holder: Holder) => ({
  full_name: holder.fullName,
  email: holder.email,
  age: holder.age,
  transport_time_id: holder.transportTimeId,
});

const lastChange = new WeakMap<CartStore, Promise<unknown>>();

/**
 * One change of a cart after the other. Two first adds at the same time would make two carts, and an answer that is
 * overtaken by an older one would show what is no longer true.
 */
function inTurn<Value>(store: CartStore, change: () => Promise<Value>): Promise<Value> {
  const before = lastChange.get(store) ?? Promise.resolve();
  const done = before.then(change, change);
  lastChange.set(
    store,
    done.catch(() => {}),
  );
  return done;
}

async function take(store: CartStore, answer: Promise<{ cart: Cart }>): Promise<Cart> {
  const { cart } = await answer;
  store.take(cart);
  return cart;
}

const sendAdd = (code: string | null, item: ItemToAdd): Promise<{ cart: Cart }> =>
  item.kind === 'tickets'
    ? call('add-product-to-cart', { cart: code, external_code: item.externalCode, ...holderFields(item.holder) })
    : call('add-merchandise-to-cart', { cart: code, external_code: item.externalCode });

/**
 * Puts an item into the cart, or into a new one when the kept cart has expired, became an order or is unknown. Throws
 * ApiError when the item itself is refused.
 */
export const addToCart = (store: CartStore, item: ItemToAdd): Promise<Cart> =>
  inTurn(store, async () => {
    const { code } = store.get();
    try {
      return await take(store, sendAdd(code, item));
    } catch (thrown) {
      if (code === null || !(await isCartGone(store, code, thrown))) throw thrown;
      return await take(store, sendAdd(store.get().code, item));
    }
  });

/** A 404 may be the item's as well as the cart's, so the cart is asked; it is forgotten if it is gone. */
async function isCartGone(store: CartStore, code: string, thrown: unknown): Promise<boolean> {
  if (!(thrown instanceof ApiError) || (thrown.status !== 404 && thrown.status !== 410)) return false;
  await store.reload();
  if (store.get().code === code && thrown.status === 410) store.clear();
  return store.get().code !== code;
}

/** The item of a line, to be added again for the same holder. */
export const itemOfLine = (line: CartLine): ItemToAdd =>
  isTicket(line)
    ? {
        kind: 'tickets',
        externalCode: line.external_code,
        holder: {
          fullName: line.full_name,
          email: line.email,
          age: line.age,
          transportTimeId: line.travel_time_type === 'selectable' ? line.transport_time_id : null,
        },
      }
    : { kind: 'merchandise', externalCode: line.external_code };

/** Changes holder or travel time of a ticket in the cart. A cart that is gone is forgotten. */
export const updateInCart = (store: CartStore, lineId: string, holder: Holder): Promise<Cart> =>
  inTurn(store, () =>
    forgettingCartThatIsGone(store, () =>
      take(
        store,
        call('update-product-in-cart', {
          cart: store.get().code,
          cart_product_id: lineId,
          ...holderFields(holder),
        }),
      ),
    ),
  );

/** Gives a line back. A cart that is gone is forgotten. */
export const removeFromCart = (store: CartStore, line: CartLine): Promise<Cart> =>
  inTurn(store, () =>
    forgettingCartThatIsGone(store, () => {
      const { code } = store.get();
      return take(
        store,
        isTicket(line)
          ? call('remove-product-from-cart', { cart: code, cart_product_id: line.id })
          : call('remove-merchandise-from-cart', { cart: code, cart_merchandise_id: line.id }),
      );
    }),
  );

/** Asks how the cart stands now: another tab or device may have changed it. */
export const refreshCart = (store: CartStore): Promise<void> => inTurn(store, () => store.reload());

/** Holds the cart for its full time again. */
export const extendCart = (store: CartStore): Promise<Cart> =>
  inTurn(store, () =>
    forgettingCartThatIsGone(store, () => take(store, call('extend-cart', { cart: store.get().code }))),
  );

async function forgettingCartThatIsGone<Value>(store: CartStore, change: () => Promise<Value>): Promise<Value> {
  try {
    return await change();
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 404 || thrown.status === 410)) await store.reload();
    throw thrown;
  }
}

/** What the server said about a refusal; null when nothing came, or nothing of ours. */
export function serverText(thrown: unknown): string | null {
  if (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.message === ODD_ANSWER) return null;
  return thrown.message;
}

/** The server's sentence after our own, or our own alone: what a form says when its call did not work. */
export function withOwnWords({ saidText }: Language, thrown: unknown, ownWords: string): ApiError {
  const refused = thrown instanceof ApiError ? thrown : new ApiError({ status: 0, message: String(thrown) });
  return new ApiError({
    status: refused.status,
    message: `${ownWords} ${saidText(refused.message)}`,
    errors: refused.errors,
  });
}
