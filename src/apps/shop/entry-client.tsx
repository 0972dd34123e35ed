import '#ui/tokens/styles.css';
import './pages.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { connectApi } from '#browser/api.ts';
import { browserTab, watchForNewVersion } from '#browser/new-version.ts';
import { browserSessionStore } from '#browser/session-store.ts';
import { TAKEN_OVER } from '#browser/taken-over.ts';
import { browserCartStore } from '#features/cart/shop/public.tsx';
import { matchRoute } from '#features/shop-config/domain/routes.ts';
import { ENGLISH } from '#kernel/language.ts';
import { watchPresses } from '#ui/last-pressed.ts';
import { Application } from './application.tsx';
import { loadLanguage } from './language.ts';
import type { PageData } from './page-data.ts';
import { isLazy, pages } from './pages.tsx';

const data: PageData = JSON.parse(document.getElementById('page-data')!.textContent!);

/** Hydration must find the same page that the server rendered, so its code is there first. */
async function codeOfFirstPage(): Promise<void> {
  const route = matchRoute(location.pathname, data.bundle?.config.ambassadorsUrl ?? '');
  const page = route && pages[route.name];
  if (page && isLazy(page)) await page.preload().catch(() => {});
}

/** The page says in which language it was rendered. A catalogue that does not arrive leaves a page in English, which works. */
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

// A page without data is asked for everything while its code is still on the way. One that shows something is taken over first:
// no answer changes what it is taken over with.
if (!data.bundle) {
  void session.load();
  cart.start();
}
const onStanding = data.bundle ? cart.start : undefined;

void Promise.all([languageOfPage, codeOfFirstPage()]).then(([language]) => {
  const hydrate = () =>
    hydrateRoot(
      document.getElementById('root')!,
      <StrictMode>
        <BrowserRouter>
          <Application
            language={language}
            session={session}
            cart={cart}
            firstPage={firstPage}
            onStanding={onStanding}
          />
        </BrowserRouter>
      </StrictMode>,
    );
  // What is shown already is taken over in small steps, between which the browser paints and scrolls; an empty page at once.
  if (data.bundle) startTransition(() => void hydrate());
  else hydrate();
  dispatchEvent(new Event(TAKEN_OVER));
});
