/** Whether a navigation waits for its page: set by the route change, ended by the page once it is there. */
let pending: { restoreTo: number | null; quiet: boolean } | null = null;

/** `restoreTo`: CSS pixels from the top on Back and Forward, null for the top of a new page. */
export function beginArrival(restoreTo: number | null): void {
  pending = { restoreTo, quiet: false };
}

/** After a reload: back to the old place once the page is there, without moving focus or saying anything. */
export function beginReloadedArrival(restoreTo: number): void {
  pending = { restoreTo, quiet: true };
}

/** The page's heading, made ready to take focus; null before there is a page. */
export function focusableHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** Moves focus to the page's heading, without a scroll of its own. */
export const focusHeading = (): void => focusableHeading()?.focus({ preventScroll: true });

/** Called by every page when it is rendered; does something only after a navigation or a reload, never on the first load. */
export function completeArrival(say: () => void): void {
  if (!pending) return;
  const { restoreTo, quiet } = pending;
  pending = null;
  if (!quiet) focusHeading();
  window.scrollTo({ top: restoreTo ?? 0, behavior: 'instant' });
  if (!quiet) say();
}
