import { lazy, useSyncExternalStore } from 'react';
import type { ShopItem } from '#features/catalogue/contract.ts';

/** An item that needs its holder before it enters the cart. */
export interface PersonaliseRequest {
  item: ShopItem;
  /** The pressed button, to which focus returns. */
  opener: HTMLElement | null;
  /** Counts requests, so that each starts with fresh fields. */
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

/** Dialogs need Base UI, which is not loaded before the first press. */
export const loadPersonaliseDialog = () => import('./add-dialog.tsx');
export const LazyAddDialog = lazy(async () => ({ default: (await loadPersonaliseDialog()).AddDialog }));

export function requestPersonalise(item: ShopItem, opener: HTMLElement | null): void {
  count += 1;
  set({ request: { item, opener, number: count }, isOpen: true });
}

/** Closes the dialog; its content stays during the closing animation. */
export const closePersonalise = (): void => set({ ...state, isOpen: false });

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The request for the page's one dialog. In server-rendered pages it is closed. */
export const usePersonaliseRequest = (): State =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
