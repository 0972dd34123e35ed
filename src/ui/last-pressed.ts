const CONTROLS = 'a[href], button, summary, [role="button"]';

let pressed: Element | null = null;

/**
 * Safari gives a pressed button or link no focus, so the active element does not say what opened a dialog. Call once, before the first
 * press: remembers what was pressed last, until focus goes elsewhere.
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

/** What has focus, or would have it if the browser focused what is pressed. The page's body when nothing has. */
export function focusedOrPressed(): HTMLElement | null {
  const active = document.activeElement;
  const isPressedInside = pressed?.isConnected && (active === null || active.contains(pressed));
  return (isPressedInside ? pressed : active) as HTMLElement | null;
}
