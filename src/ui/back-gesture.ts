import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type ModalAddress, openModalEntry } from './modal-entries.ts';

interface Watcher {
  onclose: (() => void) | null;
  destroy: () => void;
}

type WatcherConstructor = new () => Watcher;

let isForAllPointers = false;

/** From now on, Back closes an open modal on every device, not only on touch screens, by means of a history entry. */
export function closeModalsOnBack(): void {
  isForAllPointers = true;
}

/**
 * Makes the Back gesture of touch screens close an open modal, by means of CloseWatcher or else a history entry. A
 * CloseWatcher also receives Escape; the returned flag is then true, so that one press never closes two modals.
 */
export function useBackGesture(open: boolean, close: () => void, address?: () => ModalAddress): RefObject<boolean> {
  const escapeIsHandled = useRef(false);
  const onBack = useEffectEvent(close);
  const addresses = useEffectEvent(() => address?.() ?? null);
  useEffect(() => {
    if (!open) return;
    if (isForAllPointers)
      return openModalEntry(
        () => onBack(),
        () => addresses(),
      );
    if (!matchMedia('(hover: none) and (pointer: coarse)').matches) return;
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
