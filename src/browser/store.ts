import { useSyncExternalStore } from 'react';

export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    notify: (): void => {
      for (const changed of listeners) changed();
    },
    subscribe: (changed: () => void) => {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
  };
}

/** A value outside React that components follow. */
export interface Store<Value> {
  get: () => Value;
  /** Returns the first value, which pages from the server use until they are hydrated. */
  getServer: () => Value;
  set: (next: Value) => void;
  subscribe: (changed: () => void) => () => void;
}

export function createStore<Value>(first: Value): Store<Value> {
  const { notify, subscribe } = createListeners();
  let value = first;
  return {
    get: () => value,
    getServer: () => first,
    set(next) {
      if (next === value) return;
      value = next;
      notify();
    },
    subscribe,
  };
}

export const useStore = <Value>(store: Pick<Store<Value>, 'subscribe' | 'get' | 'getServer'>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.getServer);
