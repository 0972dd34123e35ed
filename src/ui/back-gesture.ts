import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { openModalEntry } from './modal-entries.ts';

interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

type WatcherConstructor = new () => Watcher;

/**
 * Lets the system's Back gesture close what is open, on touch screens, where that gesture exists. With CloseWatcher the
 * browser does it, and the watcher gets Escape too: the returned flag is then true, because one press must never close two things.
 * Without CloseWatcher an entry in the history does it.
 */
export function useBackGesture(open: boolean, close: () => void): RefObject<boolean> {
  const escapeIsHandled = useRef(false);
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open || !matchMedia('(hover: none) and (pointer: coarse)').matches) return;
    const Constructor = (globalThis as { CloseWatcher?: WatcherConstructor }).CloseWatcher;
    if (!Constructor) return openModalEntry(() => onBack());
    const watcher = new Constructor();
    escapeIsHandled.current = true;
    watcher.onclose = () => {
      escapeIsHandled.current = false;
      onBack();
    };
    return () => {
      escapeIsHandled.current = false;
      watcher.onclose = null;
      watcher.destroy();
    };
  }, [open]);
  return escapeIsHandled;
}
