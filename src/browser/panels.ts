import { useSyncExternalStore } from 'react';

/** What may lie over the page at its side: one at a time. */
export type Panel = 'account' | 'cart' | 'menu';

let shown: Panel | null = null;
const listeners = new Set<() => void>();

function show(panel: Panel | null): void {
  if (shown === panel) return;
  shown = panel;
  for (const changed of listeners) changed();
}

export const openPanel = (panel: Panel): void => show(panel);
export const togglePanel = (panel: Panel): void => show(shown === panel ? null : panel);
/** Also what every change of the route does. */
export const closePanels = (): void => show(null);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The panel that is open, or null. Nothing is open in a page from the server. */
export const usePanel = (): Panel | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
