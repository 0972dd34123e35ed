import { missingPath } from './missing.ts';
import { paths } from './paths.ts';
import { itemKindOf, matchRoute, routes } from './routes.ts';

export interface RedirectFacts {
  readonly shopActive: boolean;
  readonly merchandiseActive: boolean;
  readonly ambassadorsUrl: string;
  /** Whether the item is on sale; null: not known yet, so no redirect. */
  hasItem(kind: 'tickets' | 'merchandise', externalCode: string): boolean | null;
  /** Null if unknown, as on the server, where page requests carry no login token. */
  readonly isLoggedIn: boolean | null;
}

export interface PageAddress {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
}

/**
 * Returns where to redirect; null if the page may be shown. The server calls it before it renders and the browser on
 * every navigation, so that both agree.
 */
export function redirectOf(address: PageAddress, facts: RedirectFacts): string | null {
  const { pathname, search } = address;
  const route = matchRoute(pathname, facts.ambassadorsUrl);
  if (!route) {
    const trimmed = pathname.replace(/\/+$/, '');
    return trimmed !== pathname && trimmed !== '' && matchRoute(trimmed, facts.ambassadorsUrl)
      ? trimmed + search
      : missingPath(paths.home(), 'page');
  }
  const access = routes[route.name].access;
  if (access === 'customer' && facts.isLoggedIn === false) return paths.login(pathname + search);
  if (access === 'guest' && facts.isLoggedIn === true) return paths.home();

  // A closed shop takes no orders; the home page explains.
  if (route.name === 'checkout' && !facts.shopActive) return paths.home();
  const kind = itemKindOf(route.name);
  if (!kind) return null;
  if (!facts.shopActive) return paths.home();
  if (kind === 'merchandise' && !facts.merchandiseActive) return paths.home();
  const code = route.params.item;
  return code !== undefined && facts.hasItem(kind, code) === false ? missingPath(paths[kind](), 'item') : null;
}
