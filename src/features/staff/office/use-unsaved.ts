import { useEffect, useEffectEvent, useRef } from 'react';
import { addUnsaved } from '#browser/unsaved.ts';

/**
 * For input outside `useOfficeForm`: leaving asks while something is unsaved. In a page it is kept in this tab, so only
 * closing the tab asks; in a dialog, closing it asks too. Call the returned function once it is saved.
 */
export function useUnsaved(isUnsaved: boolean, discard: () => void, where: 'page' | 'dialog' = 'page'): () => void {
  const remove = useRef(() => {});
  const forget = useEffectEvent(discard);
  useEffect(() => {
    if (!isUnsaved) return;
    remove.current = addUnsaved({
      isInDialog: () => where === 'dialog',
      isKept: where === 'page',
      discard: () => forget(),
    });
    return () => remove.current();
  }, [isUnsaved, where]);
  return () => remove.current();
}
