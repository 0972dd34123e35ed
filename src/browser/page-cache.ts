/**
 * Restores the scroll position of a page that comes back from the browser's page cache. Other browsers do that themselves; Safari
 * starts at the top, because the application restores positions itself (`history.scrollRestoration`). Returns the function that stops
 * it.
 */
export function keepPlaceInPageCache(): () => void {
  // Read as the page is left: Safari's own scroll to the top comes before the page is shown again.
  let leftAt = 0;
  const leave = () => {
    leftAt = window.scrollY;
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) window.scrollTo({ top: leftAt, behavior: 'instant' });
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
  };
}
