import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { createSessionStore, type FirstBundle } from '#browser/session-store.ts';
import { createCartStore } from '#features/cart/shop/public.tsx';
import { matchRoute } from '#features/shop-config/domain/routes.ts';
import { Application } from './application.tsx';
import { loadLanguage } from './language.ts';
import { isLazy, pages } from './pages.tsx';

export interface RenderRequest {
  /** Path and query. */
  address: string;
  /** The data of the page; null if the page is rendered empty. */
  bundle: FirstBundle | null;
  /** The time by the shop's clock. */
  madeAt: Date;
  /** A tag such as `de-AT`, which chooses the language. */
  locale: string;
}

/** Returns the HTML inside the root element. The caller has checked that this visitor may see the page. */
export async function render({ address, bundle, madeAt, locale }: RenderRequest): Promise<string> {
  const pathname = address.split('?', 1)[0]!;
  const page = pageOf(pathname, bundle?.config.ambassadorsUrl ?? '');
  if (page && isLazy(page)) await page.preload();
  const language = await loadLanguage(locale);
  return renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <Application
          language={language}
          session={createSessionStore({ bundle })}
          cart={createCartStore()}
          firstPage={{ pathname: bundle && pathname, madeAt, elapsed: () => 0 }}
        />
      </StaticRouter>
    </StrictMode>,
  );
}

export { catalogueModuleOf } from './language.ts';

/** Returns the module of a page whose code loads on demand; otherwise null. */
export function moduleOf(pathname: string, ambassadorsUrl: string): string | null {
  const page = pageOf(pathname, ambassadorsUrl);
  return page && isLazy(page) ? page.module : null;
}

function pageOf(pathname: string, ambassadorsUrl: string) {
  const route = matchRoute(pathname, ambassadorsUrl);
  return route && pages[route.name];
}
