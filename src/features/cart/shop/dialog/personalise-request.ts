import { lazy } from 'react';
import { createStore, useStore } from '#browser/store.ts';
import type { ShopItem } from '#features/catalogue/contract.ts';

/** An item that needs its holder before it enters the cart. */
export interface PersonaliseRequest {
  item: ShopItem;
  /** The pressed button, to which focus returns. */
  opener: HTMLElement | null;
  /** The departure that was pressed. */
  transportTimeId: string | null;
  /** Counts requests, so that each starts with fresh fields. */
  number: number;
}

interface State {
  request: PersonaliseRequest | null;
  isOpen: boolean;
}

const state = createStore<State>({ request: null, isOpen: false });
let count = 0;

/** The dialog needs Base UI, which the page does not load at first. */
export const loadPersonaliseDialog = () => import('./add-dialog.tsx');
export const LazyAddDialog = lazy(async () => ({ default: (await loadPersonaliseDialog()).AddDialog }));

export function openPersonaliseDialog(
  item: ShopItem,
  opener: HTMLElement | null,
  transportTimeId: string | null = null,
): void {
  count += 1;
  state.set({ request: { item, opener, transportTimeId, number: count }, isOpen: true });
}

/** Closes the dialog; its content stays during the closing animation. */
export const closePersonaliseDialog = (): void => state.set({ ...state.get(), isOpen: false });

/** The request for the page's only dialog. In server-rendered pages it is closed. */
export const usePersonaliseRequest = (): State => useStore(state);
