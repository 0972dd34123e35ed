import { focusHeading } from './route-arrival.ts';

const ROWS = 'tr, li';
const CONTROLS = 'a[href], button:not([disabled])';
const FIRST_FIELD = 'form :is(textarea, input, select)';

interface Focused {
  readonly element: Element;
  /** What it is in, innermost first. */
  readonly around: readonly Element[];
  /** The rows after and before the one with focus, nearest first. Empty outside rows. */
  readonly neighbours: readonly Element[];
}

/**
 * Call this once. When a change removes the control that has focus, the browser leaves focus nowhere and a screen
 * reader loses its place. Focus then moves to the first field of the form that replaced a pressed button, to the nearest
 * row that is left, or to the page's heading. If a dialog or page takes the focus itself, nothing is moved.
 */
export function watchLostFocus(): void {
  let focused: Focused | null = null;
  /** True until the frame after a press has been drawn. */
  let isPressed = false;
  const noteFocus = ({ target }: Event) => {
    const element = target as Element;
    focused = { element, around: ancestorsOf(element), neighbours: neighboursOf(element.closest(ROWS)) };
  };
  const notePress = () => {
    // A press outside all controls has removed the focus.
    if (document.activeElement === document.body) focused = null;
    isPressed = true;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isPressed = false;
      }),
    );
  };
  const recover = () => {
    if (!focused || focused.element.isConnected || document.activeElement !== document.body) return;
    const { around, neighbours } = focused;
    focused = null;
    const part = around.find(isOnPage);
    const field = isPressed && !part?.contains(document.querySelector('main h1')) && part?.querySelector(FIRST_FIELD);
    const next = field || neighbours.find(isOnPage)?.querySelector(CONTROLS);
    if (next instanceof HTMLElement) next.focus();
    else focusHeading();
  };
  document.addEventListener('focusin', noteFocus, true);
  document.addEventListener('click', notePress, true);
  new MutationObserver(() => {
    // Dialogs move focus a little after they are gone, and before the next frame.
    if (focused && !focused.element.isConnected) requestAnimationFrame(recover);
  }).observe(document, { childList: true, subtree: true });
}

const isOnPage = ({ isConnected }: Element): boolean => isConnected;

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let around = element.parentElement; around; around = around.parentElement) found.push(around);
  return found;
}

function neighboursOf(row: Element | null): Element[] {
  if (!row) return [];
  const rows = [...(row.parentElement?.children ?? [])];
  const at = rows.indexOf(row);
  return [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
}
