const CONTROLS = 'a[href], button, summary, [role="button"]';

let pressed: Element | null = null;

/**
 * Safari does not focus a clicked button or link, so the active element does not reveal what opened a dialog. Call this
 * once, before the first click: it remembers what was clicked last, until focus moves elsewhere.
 */
export function watchPresses(): void {
  const focused = ({ target }: Event) => {
    if (!(target as Node).contains(pressed)) pressed = null;
  };
  const clicked = ({ target }: Event) => {
    pressed = (target as Element).closest(CONTROLS);
  };
  document.addEventListener('focusin', focused, true);
  document.addEventListener('click', clicked, true);
}

/** Returns the element that has focus, or would have it if the browser focused clicked elements; otherwise the body. */
export function focusedOrPressed(): HTMLElement | null {
  const active = document.activeElement;
  const isPressedInside = pressed?.isConnected && (active === null || active.contains(pressed));
  return (isPressedInside ? pressed : active) as HTMLElement | null;
}
