import { focusHeading } from './route-arrival.ts';

const ROWS = 'tr, li';
const CONTROLS = 'a[href], button:not([disabled])';

interface Focused {
  readonly element: Element;
  /** The rows after and before the one with focus, nearest first. Empty outside rows. */
  readonly neighbours: readonly Element[];
}

/**
 * Call this once. When a change removes the control that has focus, the browser leaves focus nowhere and a screen
 * reader loses its place. Focus then moves to the nearest row that is left, or else to the page's heading. A dialog or
 * page that takes the focus itself goes first.
 */
export function watchLostFocus(): void {
  let focused: Focused | null = null;
  document.addEventListener(
    'focusin',
    ({ target }) => {
      focused = { element: target as Element, neighbours: neighboursOf((target as Element).closest(ROWS)) };
    },
    true,
  );
  const recover = () => {
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
    const row = focused.neighbours.find(({ isConnected }) => isConnected);
    focused = null;
    const control = row?.querySelector<HTMLElement>(CONTROLS);
    if (control) control.focus();
    else focusHeading();
  };
  new MutationObserver(() => {
    // Dialogs move focus a little after they are gone, and before the next frame.
    if (focused && !focused.element.isConnected) requestAnimationFrame(recover);
  }).observe(document, { childList: true, subtree: true });
}

function neighboursOf(row: Element | null): Element[] {
  if (!row) return [];
  const rows = [...(row.parentElement?.children ?? [])];
  const at = rows.indexOf(row);
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
}
