import { type RefObject, useEffect } from 'react';

/**
 * Moves focus to a control that came in the place of the one that had it. Twice: at once, and after the next frame, in which
 * the panel around takes focus itself because it saw the old control go.
 */
export function useTakeFocus(control: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return;
    control.current?.focus();
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => control.current?.focus());
    });
    return () => cancelAnimationFrame(frame);
  }, [control, wanted]);
}
