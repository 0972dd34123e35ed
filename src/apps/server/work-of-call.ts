import type { Work } from '#platform/http/admission.ts';

/** Calls that put something into a cart; without a cart they begin one. */
const ADDS = new Set(['add-product-to-cart', 'add-merchandise-to-cart']);

/**
 * What a call asks of a busy shop. Whoever names a cart, an order or a login is in already, and so is who logs in or registers,
 * because that belongs to a checkout (their costly part has a limit of its own).
 */
export function workOfCall(name: string, body: unknown): Work {
  const { cart, token } = (typeof body === 'object' && body !== null ? body : {}) as {
    cart?: unknown;
    token?: unknown;
  };
  if (ADDS.has(name)) return cart ? 'finish' : 'begin';
  if (name === 'get-shop-item') return token ? 'look' : 'begin';
  return name === 'get-data' && !token ? 'look' : 'finish';
}
