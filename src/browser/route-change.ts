import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router';
import { keepPlaceInPageCache } from './page-cache.ts';
import { beginArrival, beginReloadedArrival, focusHeading } from './route-arrival.ts';

export type Move = 'stay' | 'top' | { restore: number };

export interface Change {
  from: Pick<Location, 'pathname' | 'hash'>;
  to: Pick<Location, 'pathname' | 'hash' | 'state'>;
  navigation: `${NavigationType}`;
  /** The last scroll position at this history entry, in CSS pixels. */
  remembered: number | undefined;
}

/**
 * A new page starts at its top; Back and Forward return to the old position. Filters keep the position (`replace`, or
 * `state: { keepPlace: true }`), and the browser handles links within a page.
 */
export function moveOf({ from, to, navigation, remembered }: Change): Move {
  const samePage = from.pathname === to.pathname;
  const keepsPlace = (to.state as { keepPlace?: boolean } | null)?.keepPlace === true;
  if (navigation === 'POP') return samePage && remembered === undefined ? 'stay' : { restore: remembered ?? 0 };
  if (samePage && (navigation === 'REPLACE' || keepsPlace || to.hash !== '')) return 'stay';
  return 'top';
}

const STORE_KEY = 'foyer.places';

const readPlaces = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '{}');
  } catch {
    return {};
  }
};

const keepPlaces = (places: Record<string, number>): void => {
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-50))));
  } catch {
    // Without storage, only the position after a reload is lost.
  }
};

/** Identifies a history entry. The first one of a visit has no unique key, so the path is included. */
const entryOf = (location: Location): string => `${location.key} ${location.pathname}`;

/** Whether this document was reloaded or returned to by Back or Forward. */
const isRevisit = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
};

/**
 * Used once, inside the router. Scrolls to the top of new pages, restores the position on Back, Forward and reload, and
 * makes the page take focus and announce its title once it is rendered (`usePageTitle`). `onNavigate` runs for every
 * new page.
 */
export function useRouteChange(onNavigate: () => void): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(location);
  const places = useRef<Record<string, number>>({});
  const leavePage = useEffectEvent(onNavigate);

  // These are layout effects, because they must run before the effect in which a page completes its arrival.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    places.current = readPlaces();
    const remembered = places.current[entryOf(previous.current)];
    if (remembered && isRevisit()) beginReloadedArrival(remembered);
    const remember = () => {
      places.current[entryOf(previous.current)] = window.scrollY;
    };
    // The reader may have scrolled before the scripts arrived.
    if (window.scrollY > 0) remember();
    const keep = () => {
      remember();
      keepPlaces(places.current);
    };
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', keep);
    const endPageCache = keepPlaceInPageCache();
    return () => {
      endPageCache();
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', keep);
    };
  }, []);

  useLayoutEffect(() => {
    const from = previous.current;
    if (from.key === location.key && from.pathname === location.pathname) return;
    previous.current = location;
    const move = moveOf({ from, to: location, navigation, remembered: places.current[entryOf(location)] });
    if (move === 'stay') return;
    const restoreTo = move === 'top' ? null : move.restore;
    leavePage();
    if (from.pathname !== location.pathname) return beginArrival(restoreTo);
    window.scrollTo({ top: restoreTo ?? 0, behavior: 'instant' });
    if (move === 'top') focusHeading();
  }, [location, navigation]);
}
