import { lazy, useSyncExternalStore } from 'react';
import type { ShopItem } from '#features/catalogue/contract.ts';

/** An item that waits for its holder before it enters the cart. */
export interface PersonaliseRequest {
  item: ShopItem;
  /** What was pressed, so that focus can return there. */
  opener: HTMLElement | null;
  /** Counts the requests: each starts with fresh fields. */
  number: number;
}

interface State {
  request: PersonaliseRequest | null;
  isOpen: boolean;
}

let state: State = { request: null, isOpen: false };
let count = 0;
const nothing: State = { request: null, isOpen: false };
const listeners = new Set<() => void>();

function set(next: State): void {
  state = next;
  for (const changed of listeners) changed();
}

/** Dialogs bring Base UI, which nobody needs before the first press. */
export const loadPersonaliseDialog = () => import('./add-dialog.tsx');
export const LazyAddDialog = lazy(async () => ({ default: (await loadPersonaliseDialog()).AddDialog }));

/** Opens the dialog for an item. */
export function requestPersonalise(item: ShopItem, opener: HTMLElement | null): void {
  count += 1;
  set({ request: { item, opener, number: count }, isOpen: true });
}

/** Closes the dialog; its content stays for the closing motion. */
export const closePersonalise = (): void => set({ ...state, isOpen: false });

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The request of the one dialog of the page. Nothing is open in a page from the server. */
export const usePersonaliseRequest = (): State =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
