/** The navigation that waits for its page. The route change sets it; the page ends it. */
let pending: { restoreTo: number | null; quiet: boolean } | null = null;

/** `restoreTo` is in CSS pixels from the top on Back and Forward, and null for a new page. */
export function beginArrival(restoreTo: number | null): void {
  pending = { restoreTo, quiet: false };
}

/** After a reload, the page only returns to its old scroll position, without moving focus or announcing anything. */
export function beginReloadedArrival(restoreTo: number): void {
  pending = { restoreTo, quiet: true };
}

/** Makes the page's heading focusable and returns it; null if there is no page yet. */
export function focusableHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

export const focusHeading = (): void => focusableHeading()?.focus({ preventScroll: true });

/** Called by every rendered page. Does nothing on the first load. */
export function completeArrival(say: () => void): void {
  if (!pending) return;
  const { restoreTo, quiet } = pending;
  pending = null;
  if (!quiet) focusHeading();
  window.scrollTo({ top: restoreTo ?? 0, behavior: 'instant' });
  if (!quiet) say();
}
