import type { Work } from '#platform/http/admission.ts';

/** The calls that add an item, and create a cart if none is named. */
export const ADDS: ReadonlySet<string> = new Set(['add-product-to-cart', 'add-merchandise-to-cart']);

/**
 * Classifies a call for admission to a busy shop. A call that names a cart, an order or a login continues earlier work,
 * and so do login and registration, which belong to a checkout; their expensive part has its own limit.
 */
export function workOfCall(name: string, body: unknown): Work {
  const { cart, token } = (typeof body === 'object' && body !== null ? body : {}) as {
    cart?: unknown;
    token?: unknown;
  };
  if (ADDS.has(name)) return cart ? 'finish' : 'begin';
  if (name === 'get-shop-item') return token ? 'browse' : 'begin';
  return name === 'get-data' && !token ? 'browse' : 'finish';
}
