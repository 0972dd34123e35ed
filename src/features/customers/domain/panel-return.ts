import { paths } from '#features/shop-config/domain/paths.ts';
import { matchRoute, routes } from '#features/shop-config/domain/routes.ts';
import { safeFromPath } from '#kernel/from-path.ts';

/**
 * Where a login in the panel leads: to the requested path, or else to the portal from a /login path and to the home
 * page from other pages for guests. Null means staying on the page.
 */
export function returnPathOfPanel(pathname: string, from: string | null): string | null {
  if (pathname.startsWith(paths.login())) return from ? safeFromPath(from) : paths.portal();
  const route = matchRoute(pathname, '');
  return route && routes[route.name].access === 'guest' ? safeFromPath(from) : null;
}
