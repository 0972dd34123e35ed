/**
 * Restores the scroll position of a page from the browser's page cache. Only Safari needs this: it starts at the top
 * because the application sets `history.scrollRestoration`. Returns the function that stops it.
 */
export function keepPlaceInPageCache(): () => void {
  // The position is read when the page is left, because Safari scrolls to the top before it shows the page again.
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
