import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import { useSession } from './session-store.ts';

/** The page rendered by the server. */
export interface FirstPage {
  /** The page's path; null if it was rendered empty. */
  pathname: string | null;
  /** When it was rendered, by the shop's clock. */
  madeAt: Date;
  /** Milliseconds since the page's arrival; always 0 on the server. */
  elapsed: () => number;
}

const Context = createContext<FirstPage>({ pathname: null, madeAt: new Date(0), elapsed: () => 0 });

export const FirstPageProvider = Context.Provider;

/**
 * Whether the bundle contains the data of the current page. The bundle inside a page from the server only has that
 * page's items and texts; other pages wait for the complete bundle.
 */
export function useHasPageData(): boolean {
  const { bundle, hydratedFromServer } = useSession();
  const { pathname } = useLocation();
  const first = useContext(Context);
  return bundle !== null && (!hydratedFromServer || pathname === first.pathname);
}

/**
 * Returns the shop's time to about a minute, for dates and never for a countdown. On the page from the server it is the
 * time of rendering, so that server and browser render the same dates.
 */
export function useShopNow(): Date {
  const { pathname } = useLocation();
  const first = useContext(Context);
  return pathname === first.pathname ? first.madeAt : new Date(first.madeAt.getTime() + first.elapsed());
}
