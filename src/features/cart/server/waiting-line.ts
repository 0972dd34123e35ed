import { createEarliestFirst, type EarliestFirst } from './earliest-first.ts';
import type { WantedItem } from './wanted-item.ts';

/** More in one transaction gains little and makes the first of them wait longer. */
export const MOST_AT_ONCE = 32;

/** Requests that wait to be added to carts, in their order of arrival. */
export interface WaitingLine<One> {
  join(one: One): void;
  /** How many wait. */
  size(): number;
  /** How many wait for an item. */
  waitingFor(externalCode: string): number;
  /** The next ones that may go together in a transaction; they are at work until they `leave`. */
  take(): One[];
  leave(batch: readonly One[]): void;
}

/** One in the line, with what was read of it once. */
interface Place<One> {
  readonly one: One;
  readonly item: ItemLine<One>;
  readonly cartCode: string | null;
  readonly arrival: number;
}

interface ItemLine<One> {
  readonly externalCode: string;
  /** Those that wait for nothing but their item. */
  readonly ready: EarliestFirst<Place<One>>;
  /** All that wait for it, those that wait for their cart as well. */
  waiting: number;
  isAtWork: boolean;
}

/** A free item, with the arrival of the one who was its first when this was written. */
interface FreeItem<One> {
  readonly item: ItemLine<One>;
  readonly arrival: number;
}

/**
 * Whose item or cart is at work already waits for the next turn, and lets others by. In one turn each cart goes once: its second
 * add must see the first. Nobody who cannot go yet is looked at, however long the line.
 */
export function createWaitingLine<One extends { readonly wanted: WantedItem }>(): WaitingLine<One> {
  const items = new Map<string, ItemLine<One>>();
  /** Of each cart those that wait, in their order; the first is ready unless the cart is at work. */
  const carts = new Map<string, Place<One>[]>();
  const cartsAtWork = new Set<string>();
  /** Also what is no longer so: an item that went to work meanwhile, or has another first. */
  const free = createEarliestFirst<FreeItem<One>>();
  const atWork = new Map<One, Place<One>>();
  let arrivals = 0;
  let size = 0;

  function itemLine(externalCode: string): ItemLine<One> {
    const known = items.get(externalCode);
    if (known) return known;
    const item = { externalCode, ready: createEarliestFirst<Place<One>>(), waiting: 0, isAtWork: false };
    items.set(externalCode, item);
    return item;
  }

  function offer(item: ItemLine<One>): void {
    const first = item.ready.first();
    if (first && !item.isAtWork) free.add({ item, arrival: first.arrival });
  }

  function becomesReady(place: Place<One>): void {
    place.item.ready.add(place);
    if (place.item.ready.first() === place) offer(place.item);
  }

  function takeNext(): Place<One> | undefined {
    for (let next = free.takeFirst(); next; next = free.takeFirst()) {
      const { item, arrival } = next;
      if (item.isAtWork || item.ready.first()?.arrival !== arrival) continue;
      const place = item.ready.takeFirst()!;
      offer(item);
      return place;
    }
    return undefined;
  }

  return {
    join(one) {
      const { externalCode, cartCode } = one.wanted;
      const place = { one, item: itemLine(externalCode), cartCode, arrival: arrivals++ };
      place.item.waiting += 1;
      size += 1;
      const ofCart = cartCode === null ? undefined : carts.get(cartCode);
      if (ofCart) ofCart.push(place);
      else if (cartCode !== null) carts.set(cartCode, [place]);
      if (!ofCart && !(cartCode !== null && cartsAtWork.has(cartCode))) becomesReady(place);
    },
    size: () => size,
    waitingFor: (externalCode) => items.get(externalCode)?.waiting ?? 0,
    take() {
      const batch: Place<One>[] = [];
      while (batch.length < MOST_AT_ONCE) {
        const place = takeNext();
        if (!place) break;
        batch.push(place);
      }
      size -= batch.length;
      for (const place of batch) {
        place.item.waiting -= 1;
        place.item.isAtWork = true;
        atWork.set(place.one, place);
        if (place.cartCode === null) continue;
        cartsAtWork.add(place.cartCode);
        const ofCart = carts.get(place.cartCode)!;
        ofCart.shift();
        if (ofCart.length === 0) carts.delete(place.cartCode);
      }
      return batch.map(({ one }) => one);
    },
    leave(batch) {
      const places = batch.map((one) => atWork.get(one)!);
      for (const { one, item, cartCode } of places) {
        atWork.delete(one);
        item.isAtWork = false;
        if (cartCode !== null) cartsAtWork.delete(cartCode);
      }
      for (const { cartCode } of places) {
        const next = cartCode === null ? undefined : carts.get(cartCode)?.[0];
        if (next) becomesReady(next);
      }
      for (const item of new Set(places.map((place) => place.item))) {
        if (item.waiting === 0) items.delete(item.externalCode);
        else offer(item);
      }
    },
  };
}
