import { useState } from 'react';
import { ApiError } from '#browser/api-error.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { toast } from '#ui/toast.tsx';
import { addToCart, itemOfLine, removeFromCart, serverText } from '../cart-actions.ts';
import { type CartLine, keyOf, linesOf } from '../cart-line.ts';
import { useCartStore } from '../cart-store.ts';
import { COULD_NOT_ADD } from '../dialog/use-add-to-cart.ts';

/** A line of the cart, or one removed while the panel is open, which can be restored. */
export interface CartRow {
  key: string;
  line: CartLine;
  isRemoved: boolean;
  /** Whether a call about this row is running. */
  busy: boolean;
  /** Why the line could not be restored or removed. */
  problem: string | null;
  /** Whether the customer's action created the row, so that it takes focus. */
  takesFocus: boolean;
  remove: () => void;
  undo: () => void;
}

interface Removed {
  line: CartLine;
  problem: string | null;
}

interface Memory {
  /** Keys in row order: a removed line keeps its place. */
  order: readonly string[];
  removed: Readonly<Record<string, Removed>>;
  busy: Readonly<Record<string, true>>;
  problems: Readonly<Record<string, string>>;
  focus: string | null;
}

const blank: Memory = { order: [], removed: {}, busy: {}, problems: {}, focus: null };

const COULD_NOT_REMOVE = markedText('Could not remove item from cart.');

/** Removed lines stay with an undo button until the panel closes, without a time limit. */
export function useCartRows(lines: readonly CartLine[], open: boolean): CartRow[] {
  const { text, translate } = useLanguage();
  const store = useCartStore();
  const [memory, setMemory] = useState(blank);
  const [wasOpen, setWasOpen] = useState(open);
  if (wasOpen !== open) {
    setWasOpen(open);
    setMemory(blank);
  }
  const change = (key: string, changes: (before: Memory) => Partial<Memory>) =>
    setMemory((before) => {
      const { [key]: _, ...busy } = before.busy;
      return { ...before, busy, ...changes(before) };
    });
  const markBusy = (key: string) => setMemory((before) => ({ ...before, busy: { ...before.busy, [key]: true } }));

  const remove = async (line: CartLine) => {
    const key = keyOf(line);
    markBusy(key);
    const toRemoved = (before: Memory): Partial<Memory> => ({
      order: orderOf(lines, before),
      removed: { ...before.removed, [key]: { line, problem: null } },
      focus: key,
    });
    try {
      await removeFromCart(store, line);
      change(key, toRemoved);
      toast(text('Item removed from cart.'));
    } catch (thrown) {
      const isGone = thrown instanceof ApiError && thrown.status === 404 && store.get().cart !== null;
      const message = serverText(thrown) ?? translate(COULD_NOT_REMOVE);
      toast(message, isGone ? 'info' : 'bad');
      change(key, (before) => (isGone ? {} : { problems: { ...before.problems, [key]: message } }));
    }
  };

  const undo = async (removed: Removed) => {
    const key = keyOf(removed.line);
    markBusy(key);
    const before = new Set(linesOf(store.get().cart).map(keyOf));
    try {
      const cart = await addToCart(store, itemOfLine(removed.line));
      const added = linesOf(cart).find((line) => !before.has(keyOf(line)));
      change(key, (memory) => {
        const { [key]: _, ...others } = memory.removed;
        const order = memory.order.map((other) => (other === key && added ? keyOf(added) : other));
        return { removed: others, order, focus: added ? keyOf(added) : null };
      });
      toast(text('Item added to cart.'));
    } catch (thrown) {
      const problem = serverText(thrown) ?? translate(COULD_NOT_ADD);
      toast(problem, 'bad');
      change(key, (memory) => ({ removed: { ...memory.removed, [key]: { ...removed, problem } } }));
    }
  };

  const byKey = new Map(lines.map((line) => [keyOf(line), line]));
  return orderOf(lines, memory).flatMap((key): CartRow[] => {
    const inCart = byKey.get(key);
    const removed = memory.removed[key];
    const line = inCart ?? removed?.line;
    if (!line) return [];
    return [
      {
        key,
        line,
        isRemoved: !inCart,
        busy: key in memory.busy,
        problem: inCart ? (memory.problems[key] ?? null) : (removed?.problem ?? null),
        takesFocus: memory.focus === key,
        remove: () => void remove(line),
        undo: () => removed && void undo(removed),
      },
    ];
  });
}

/** Known rows keep their places; new lines follow. */
function orderOf(lines: readonly CartLine[], { order }: Memory): string[] {
  const known = order.length > 0 ? order : lines.map(keyOf);
  const fresh = lines.map(keyOf).filter((key) => !known.includes(key));
  return [...known, ...fresh];
}
