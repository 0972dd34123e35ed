import { createStore, useStore } from './store.ts';

/** Side panels; at most one is open. */
export type Panel = 'account' | 'cart' | 'menu';

const shown = createStore<Panel | null>(null);

export const openPanel = (panel: Panel): void => shown.set(panel);
export const togglePanel = (panel: Panel): void => shown.set(shown.get() === panel ? null : panel);
/** Closes all panels. Every change of the route calls this too. */
export const closePanels = (): void => shown.set(null);

export const usePanel = (): Panel | null => useStore(shown);
