import type { WantedItem } from './wanted-item.ts';

/** More in one transaction gains little and makes the first of them wait longer. */
const MOST_AT_ONCE = 32;

/** Requests that wait to be added to carts, in their order of arrival. */
export interface WaitingLine<One> {
  join(one: One): void;
  /** How many wait for an item. */
  waitingFor(externalCode: string): number;
  /** The next ones that may go together in a transaction; they are at work until they `leave`. */
  take(): One[];
  leave(batch: readonly One[]): void;
}

/**
 * Whose item or cart is at work already waits for the next turn, and lets others by. In one turn each cart goes once: its second
 * add must see the first.
 */
export function createWaitingLine<One extends { readonly wanted: WantedItem }>(): WaitingLine<One> {
  let line: One[] = [];
  const waitingFor = new Map<string, number>();
  const itemsAtWork = new Set<string>();
  const cartsAtWork = new Set<string>();

  function count(externalCode: string, more: number): void {
    const waiting = (waitingFor.get(externalCode) ?? 0) + more;
    if (waiting > 0) waitingFor.set(externalCode, waiting);
    else waitingFor.delete(externalCode);
  }

  return {
    join(one) {
      line.push(one);
      count(one.wanted.externalCode, 1);
    },
    waitingFor: (externalCode) => waitingFor.get(externalCode) ?? 0,
    take() {
      const batch: One[] = [];
      const later: One[] = [];
      const carts = new Set(cartsAtWork);
      for (const one of line) {
        const { cartCode, externalCode } = one.wanted;
        const isAtWork = itemsAtWork.has(externalCode) || (cartCode !== null && carts.has(cartCode));
        if (batch.length === MOST_AT_ONCE || isAtWork) later.push(one);
        else batch.push(one);
        // Also one that is put off: what the same cart asked for after it comes after it.
        if (cartCode !== null) carts.add(cartCode);
      }
      line = later;
      for (const { wanted } of batch) {
        count(wanted.externalCode, -1);
        itemsAtWork.add(wanted.externalCode);
        if (wanted.cartCode !== null) cartsAtWork.add(wanted.cartCode);
      }
      return batch;
    },
    leave(batch) {
      for (const { wanted } of batch) {
        itemsAtWork.delete(wanted.externalCode);
        if (wanted.cartCode !== null) cartsAtWork.delete(wanted.cartCode);
      }
    },
  };
}
