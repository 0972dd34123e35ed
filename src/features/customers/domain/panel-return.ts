import { paths } from '#features/shop-config/domain/paths.ts';
import { matchRoute, routes } from '#features/shop-config/domain/routes.ts';
import { safeFromPath } from '#kernel/from-path.ts';

/**
 * Where a login in the header's panel leads: from a /login path to the portal, or to where that page was asked to
 * return; from another page for guests likewise, else home; null: stay where you are.
 */
export function returnPathOfPanel(pathname: string, from: string | null): string | null {
  if (pathname.startsWith(paths.login())) return from ? safeFromPath(from) : paths.portal();
  const route = matchRoute(pathname, '');
  return route && routes[route.name].access === 'guest' ? safeFromPath(from) : null;
}
