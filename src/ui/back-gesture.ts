import { type RefObject, useEffect, useRef } from 'react';

interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

type WatcherConstructor = new () => Watcher;

/** Where the history keeps how many modals are open over an entry. */
const DEPTH = 'foyerModals';

const depthNow = (): number => Number((history.state as Record<string, unknown> | null)?.[DEPTH] ?? 0);

/** Ends when a step back that we asked for has been made; what opens meanwhile waits for it. */
let steppedBack: Promise<void> = Promise.resolve();

function stepBack(): void {
  steppedBack = new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
  });
  history.back();
}

/**
 * One entry of the history for an open modal: Back takes it away and closes the modal; closing the modal in another way
 * takes the entry away, unless a navigation has already gone on from it. The router sees the same location under the same
 * key, so it does nothing.
 */
function closeByHistory(close: () => void): () => void {
  let depth: number | null = null;
  let over = false;
  const popped = () => {
    if (depth !== null && depthNow() < depth) close();
  };
  void steppedBack.then(() => {
    if (over) return;
    depth = depthNow() + 1;
    history.pushState({ ...(history.state as object | null), [DEPTH]: depth }, '');
    addEventListener('popstate', popped);
  });
  return () => {
    over = true;
    removeEventListener('popstate', popped);
    if (depth !== null && depthNow() >= depth) stepBack();
  };
}

/**
 * Lets the system's Back gesture close what is open, on touch screens, where that gesture exists. With CloseWatcher the
 * browser does it, and the watcher hears Escape as well: the returned flag then says that Escape is taken care of, because
 * one press must never close two things. Without it an entry in the history does it.
 */
export function useBackGesture(open: boolean, close: () => void): RefObject<boolean> {
  const escapeIsHandled = useRef(false);
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    if (!open || !matchMedia('(hover: none) and (pointer: coarse)').matches) return;
    const Constructor = (globalThis as { CloseWatcher?: WatcherConstructor }).CloseWatcher;
    if (!Constructor) return closeByHistory(() => latest.current());
    const watcher = new Constructor();
    escapeIsHandled.current = true;
    watcher.onclose = () => {
      escapeIsHandled.current = false;
      latest.current();
    };
    return () => {
      escapeIsHandled.current = false;
      watcher.onclose = null;
      watcher.destroy();
    };
  }, [open]);
  return escapeIsHandled;
}
