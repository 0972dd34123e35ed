import { createContext, useContext } from 'react';
import { useLocation } from 'react-router';
import { useSession } from './session-store.ts';

/** The page that came from the server. */
export interface FirstPage {
  /** Null when it came without data. */
  pathname: string | null;
  /** The shop's time at which it was made. */
  madeAt: Date;
  /** Milliseconds that passed since it arrived; always 0 on the server. */
  elapsed: () => number;
}

const Context = createContext<FirstPage>({ pathname: null, madeAt: new Date(0), elapsed: () => 0 });

/** Put once around the application. */
export const FirstPageProvider = Context.Provider;

/**
 * Whether the bundle has what the page at this path shows. The bundle inside a page from the server holds that page's items
 * and texts alone; for another page the whole one is waited for.
 */
export function useIsPageDataThere(): boolean {
  const { bundle, hydratedFromServer } = useSession();
  const { pathname } = useLocation();
  const first = useContext(Context);
  return bundle !== null && (!hydratedFromServer || pathname === first.pathname);
}

/**
 * The shop's time as this page sees it, to the minute or so: for dates, never for a countdown. On the page from the server
 * it is the moment of its making, so that server and browser write the same dates.
 */
export function useShopNow(): Date {
  const { pathname } = useLocation();
  const first = useContext(Context);
  return pathname === first.pathname ? first.madeAt : new Date(first.madeAt.getTime() + first.elapsed());
}
