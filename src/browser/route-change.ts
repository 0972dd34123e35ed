import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router';
import { keepPlaceInPageCache } from './page-cache.ts';
import { beginArrival, beginReloadedArrival, focusHeading } from './route-arrival.ts';

/** What a change of location means for the reading place. */
export type Move = 'stay' | 'top' | { restore: number };

export interface Change {
  from: Pick<Location, 'pathname' | 'hash'>;
  to: Pick<Location, 'pathname' | 'hash' | 'state'>;
  navigation: `${NavigationType}`;
  /** Where the reader was when last at this entry of the history, in CSS pixels. */
  remembered: number | undefined;
}

/**
 * A new page starts at its top; Back and Forward return to the old place. A filter changes the list under the reader
 * (`replace`, or `state: { keepPlace: true }`), and a link within a page is the browser's business.
 */
export function moveOf({ from, to, navigation, remembered }: Change): Move {
  const samePage = from.pathname === to.pathname;
  const keeps = (to.state as { keepPlace?: boolean } | null)?.keepPlace === true;
  if (navigation === 'POP') return samePage && remembered === undefined ? 'stay' : { restore: remembered ?? 0 };
  if (samePage && (navigation === 'REPLACE' || keeps || to.hash !== '')) return 'stay';
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
    // A full or forbidden storage costs only the reading place after a reload.
  }
};

/** An entry of the history; the first one of a visit has no key of its own, so the path belongs to it. */
const entryOf = (location: Location): string => `${location.key} ${location.pathname}`;

/** Whether this document was reloaded or returned to by Back or Forward. */
const isRevisit = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload' || entry?.type === 'back_forward';
};

/**
 * Put once inside the router. Scrolls to the top on new navigation, restores the place on Back and Forward and after a
 * reload, and tells the page to take focus and speak its title when it is there (`usePageTitle`). `onNavigate` runs on
 * every new page: close panels, clear form errors.
 */
export function useRouteChange(onNavigate: () => void): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(location);
  const places = useRef<Record<string, number>>({});
  const leavePage = useEffectEvent(onNavigate);

  // Layout effects, because they have to come before the effect by which a page says that it is there.
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
