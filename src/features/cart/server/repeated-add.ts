import type { CallContext, RepeatKey } from '#platform/http/calls.ts';
import { cartOfRequest } from './cart-life-store.ts';
import { answerWithCart, type CartParts, callerOf } from './cart-request.ts';

type Answer = Awaited<ReturnType<typeof answerWithCart>>;

/**
 * Adds an item unless an earlier request with the same key has added it. If one has, the answer is the cart as it is
 * now.
 */
export async function addOnce(
  parts: CartParts,
  cartCode: string | null,
  context: CallContext,
  add: () => Promise<Answer>,
): Promise<Answer> {
  const { repeat } = context;
  if (!repeat) return add();
  // The earlier answer may have been lost with its process or connection, so the item may already be in the cart.
  const earlierAnswer = repeat.mayBeDone ? await answerAsBefore(parts, repeat, cartCode, context) : null;
  if (earlierAnswer) return earlierAnswer;
  try {
    return await add();
  } catch (error) {
    const otherAnswer = isAddedAlready(error) ? await answerAsBefore(parts, repeat, cartCode, context) : null;
    if (otherAnswer) return otherAnswer;
    throw error;
  }
}

/**
 * Returns null if no earlier request has added the item. Reads the cart by the code that the caller used: the cart got
 * a new code if a customer took it over.
 */
async function answerAsBefore(parts: CartParts, { hash }: RepeatKey, cartCode: string | null, context: CallContext) {
  const cart = await cartOfRequest(parts.db, hash);
  if (!cart) return null;
  const code = cartCode === cart.code ? cart.code : (cart.formerCode ?? cart.code);
  return answerWithCart(parts, callerOf(code, context), context);
}

/** Whether another request with the same key has just added the item. */
const isAddedAlready = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'cart_lines_request_key_key';
