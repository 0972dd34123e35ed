import { call } from '#browser/api.ts';
import { ApiError, UNEXPECTED_ANSWER } from '#browser/api-error.ts';
import type { Language } from '#kernel/language.ts';
import type { Cart } from '../contract.ts';
import type { Holder } from '../domain/holder.ts';
import { type CartLine, isTicket } from './cart-line.ts';
import type { CartStore } from './cart-store.ts';

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
 * Runs one change of a cart at a time. Two first adds in parallel would create two carts, and a late answer would
 * overwrite a newer one.
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
 * Adds an item to the cart, or to a new one if the current cart has expired, became an order or is unknown. Throws
 * ApiError if the item itself is refused.
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

/**
 * Adds items one at a time, because the first may create the cart. Returns the refused items, each with the server's
 * message.
 */
export async function addOneByOne(
  store: CartStore,
  items: readonly ItemToAdd[],
): Promise<{ index: number; message: string | null }[]> {
  const refused = [];
  for (const [index, item] of items.entries()) {
    try {
      await addToCart(store, item);
    } catch (thrown) {
      refused.push({ index, message: serverText(thrown) });
    }
  }
  return refused;
}

/** A 404 may be about the item or the cart. This reloads the cart to find out, and forgets it if it is gone. */
async function isCartGone(store: CartStore, code: string, thrown: unknown): Promise<boolean> {
  if (!(thrown instanceof ApiError) || (thrown.status !== 404 && thrown.status !== 410)) return false;
  await store.reload();
  if (store.get().code === code && thrown.status === 410) store.clear();
  return store.get().code !== code;
}

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

/** Changes holder or travel time of a ticket in the cart. Forgets a cart that is gone. */
export const updateInCart = (store: CartStore, lineId: string, holder: Holder): Promise<Cart> =>
  inTurn(store, () =>
    forgetIfGone(store, () =>
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

/** Removes a line. Forgets a cart that is gone. */
export const removeFromCart = (store: CartStore, line: CartLine): Promise<Cart> =>
  inTurn(store, () =>
    forgetIfGone(store, () => {
      const { code } = store.get();
      return take(
        store,
        isTicket(line)
          ? call('remove-product-from-cart', { cart: code, cart_product_id: line.id })
          : call('remove-merchandise-from-cart', { cart: code, cart_merchandise_id: line.id }),
      );
    }),
  );

/** Reloads the cart, which another tab or device may have changed. */
export const refreshCart = (store: CartStore): Promise<void> => inTurn(store, () => store.reload());

/** Holds the cart for its full time again. */
export const extendCart = (store: CartStore): Promise<Cart> =>
  inTurn(store, () => forgetIfGone(store, () => take(store, call('extend-cart', { cart: store.get().code }))));

async function forgetIfGone<Value>(store: CartStore, change: () => Promise<Value>): Promise<Value> {
  try {
    return await change();
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.status === 404 || thrown.status === 410)) await store.reload();
    throw thrown;
  }
}

/** Returns the server's message for a refusal; null if there is no answer, or it does not come from the shop. */
export function serverText(thrown: unknown): string | null {
  if (!(thrown instanceof ApiError) || thrown.status === 0 || thrown.message === UNEXPECTED_ANSWER) return null;
  return thrown.message;
}

/** The error that a form shows after a failed call: the given sentence, followed by the error's own message. */
export function prefixError({ translate }: Language, thrown: unknown, sentence: string): ApiError {
  const refused = thrown instanceof ApiError ? thrown : new ApiError({ status: 0, message: String(thrown) });
  return new ApiError({
    status: refused.status,
    message: `${sentence} ${translate(refused.message)}`,
    errors: refused.errors,
  });
}
