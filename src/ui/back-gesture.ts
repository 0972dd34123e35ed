import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { openModalEntry } from './modal-entries.ts';

interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

type WatcherConstructor = new () => Watcher;

/**
 * Makes the Back gesture of touch screens close an open modal, by means of CloseWatcher or else a history entry. A
 * CloseWatcher also receives Escape; the returned flag is then true, so that one press never closes two modals.
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
