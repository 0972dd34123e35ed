import { useSyncExternalStore } from 'react';

/** Side panels; at most one is open. */
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
/** Every change of the route calls this too. */
export const closePanels = (): void => show(null);

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The open panel. In a page from the server none is open. */
export const usePanel = (): Panel | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
