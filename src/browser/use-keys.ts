import { useEffect, useEffectEvent } from 'react';

/**
 * Handles keyboard shortcuts of one letter, for people who have switched them on. They do nothing in fields and
 * dialogs, or together with Ctrl, Alt or Cmd.
 */
export function useKeys(isOn: boolean, keys: Readonly<Record<string, () => unknown>>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || !isForPage(event)) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Whether a key was pressed alone, and neither in a field nor in a dialog. */
export const isForPage = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey) &&
  !(event.target as Element).closest('input:not([type=checkbox]), textarea, select, [role=dialog]');
