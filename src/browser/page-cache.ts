/**
 * A page that comes back from the browser's page cache returns to its place. Other browsers do that; Safari begins at the top, because
 * the application restores places itself (`history.scrollRestoration`). The answer ends it.
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
