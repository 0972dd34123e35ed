import { useState } from 'react';
import { useLocation } from 'react-router';
import { useHasPageData } from '#browser/first-page.ts';
import { type Bundle, type Session, useSessionStore } from '#browser/session-store.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { redirectOf } from '#features/shop-config/domain/redirects.ts';
import { matchRoute, routes } from '#features/shop-config/domain/routes.ts';

/**
 * Returns whether a customer is logged in; null until a stored token has been checked. `token` is the stored one, even
 * in the first render, where the session still lacks it because the page must look like the server's.
 */
function isLoggedInOf({ bundle, hydratedFromServer }: Session, token: string | null): boolean | null {
  if (bundle?.customer) return true;
  return hydratedFromServer && token !== null ? null : false;
}

const hasItemOf = (bundle: Bundle) => (kind: 'tickets' | 'merchandise', code: string) =>
  (kind === 'tickets' ? bundle.products : bundle.merchandise).some((item) => item.external_code === code);

/**
 * Returns the address to which the guards redirect this visitor, or null to stay. Needs a bundle. Guest and customer
 * pages check the login only on entry, because their own login and logout already open the next page.
 */
export function useRedirect(session: Session & { bundle: Bundle }): string | null {
  const { pathname, search, key } = useLocation();
  const hasPageData = useHasPageData();
  const { bundle, isLoginExpired } = session;
  const { config } = bundle;
  const isLoggedIn = isLoggedInOf(session, useSessionStore().get().token);

  // This is state and not a ref, because the next page may be rendering while this one is still shown.
  const [entered, setEntered] = useState({ key, isLoggedIn });
  const isEntering = entered.key !== key || (entered.isLoggedIn === null && isLoggedIn !== null);
  if (isEntering) setEntered({ key, isLoggedIn });
  const wasLoggedIn = isEntering ? isLoggedIn : entered.isLoggedIn;

  const route = matchRoute(pathname, config.ambassadorsUrl);
  const access = route && routes[route.name].access;
  const loggedOutHere = access === 'customer' && wasLoggedIn === true && isLoggedIn === false;
  if (loggedOutHere && !isLoginExpired) return paths.home();

  return redirectOf(
    { pathname, search },
    {
      ...config,
      hasItem: hasPageData ? hasItemOf(bundle) : () => null,
      isLoggedIn: access === 'guest' ? wasLoggedIn : isLoggedIn,
    },
  );
}
