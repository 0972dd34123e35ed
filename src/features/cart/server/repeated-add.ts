import type { CallContext, RepeatKey } from '#platform/http/calls.ts';
import { cartOfRequest } from './cart-life-store.ts';
import { answerWithCart, type CartParts, callerOf } from './cart-request.ts';

/**
 * Answers a request to add an item that an earlier request with the same key has added; null if none has. Reads the
 * cart by the code that the caller used: the cart got a new code if a customer took it over.
 */
export async function answerAsBefore(
  parts: CartParts,
  { hash }: RepeatKey,
  cartCode: string | null,
  context: CallContext,
) {
  const cart = await cartOfRequest(parts.db, hash);
  if (!cart) return null;
  const code = cartCode === cart.code ? cart.code : (cart.formerCode ?? cart.code);
  return answerWithCart(parts, callerOf(code, context), context);
}

/** Whether another request with the same key has just added the item. */
export const isAddedAlready = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'cart_lines_request_key_key';
