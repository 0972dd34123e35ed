import { paths } from '#features/shop-config/domain/paths.ts';
import { matchRoute, routes } from '#features/shop-config/domain/routes.ts';
import { safeFromPath } from '#kernel/from-path.ts';

/**
 * Returns where a login in the panel leads. From a /login path: to the requested path or the portal. From other pages
 * for guests: to the requested path or the home page. Null from all others: the customer stays on the page.
 */
export function returnPathOfPanel(pathname: string, from: string | null): string | null {
  if (pathname.startsWith(paths.login())) return from ? safeFromPath(from) : paths.portal();
  const route = matchRoute(pathname, '');
  return route && routes[route.name].access === 'guest' ? safeFromPath(from) : null;
}
