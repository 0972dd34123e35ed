import '#ui/tokens/styles.css';
import './pages.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { connectApi } from '#browser/api.ts';
import { HYDRATED } from '#browser/hydrated.ts';
import { browserTab, watchForNewVersion } from '#browser/new-version.ts';
import { browserSessionStore } from '#browser/session-store.ts';
import { browserCartStore } from '#features/cart/shop/public.tsx';
import { matchRoute } from '#features/shop-config/domain/routes.ts';
import { ENGLISH } from '#kernel/language.ts';
import { watchPresses } from '#ui/last-pressed.ts';
import { Application } from './application.tsx';
import { loadLanguage } from './language.ts';
import type { PageData } from './page-data.ts';
import { isLazy, pages } from './pages.tsx';

const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent!);

/** Loads the page's code first, because hydration must find the page that the server rendered. */
async function loadCodeOfFirstPage(): Promise<void> {
  const route = matchRoute(location.pathname, data.bundle?.config.ambassadorsUrl ?? '');
  const page = route && pages[route.name];
  if (page && isLazy(page)) await page.preload().catch(() => {});
}

/** The page's `lang` names the language it was rendered in. Without the catalogue the page works in English. */
const languageOfPage = loadLanguage(document.documentElement.lang).catch(() => ENGLISH);

watchForNewVersion(browserTab(import.meta.url));
watchPresses();

const session = browserSessionStore(data.bundle);
const cart = browserCartStore(languageOfPage);
connectApi(session.api);
session.watchOtherTabs();

const arrivedAt = performance.now();
const firstPage = {
  pathname: data.pathname,
  madeAt: new Date(data.madeAt),
  elapsed: () => performance.now() - arrivedAt,
};

// An empty page loads its data while its code arrives. A rendered page is hydrated first, with the data it was
// rendered with.
if (!data.bundle) {
  void session.load();
  cart.start();
}
const onMounted = data.bundle ? cart.start : undefined;

void Promise.all([languageOfPage, loadCodeOfFirstPage()]).then(([language]) => {
  const hydrate = () =>
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <BrowserRouter>
          <Application language={language} session={session} cart={cart} firstPage={firstPage} onMounted={onMounted} />
        </BrowserRouter>
      </StrictMode>,
    );
  // A rendered page is hydrated in small steps, so that the browser can paint and scroll in between.
  if (data.bundle) startTransition(() => void hydrate());
  else hydrate();
  dispatchEvent(new Event(HYDRATED));
});
