import { Suspense, useEffect, useMemo } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { AnnouncerRegions } from '#browser/announcer-regions.tsx';
import { type FirstPage, FirstPageProvider, useHasPageData } from '#browser/first-page.ts';
import { closePanels } from '#browser/panels.ts';
import { useRouteChange } from '#browser/route-change.ts';
import { type Bundle, type Session, SessionProvider, type SessionStore, useSession } from '#browser/session-store.ts';
import { CartProvider, type CartStore } from '#features/cart/shop/public.tsx';
import { matchRoute, type RouteName, routes } from '#features/shop-config/domain/routes.ts';
import type { Language } from '#kernel/language.ts';
import { LanguageProvider } from '#ui/language.ts';
import { ShopSettingsProvider } from '#ui/shop-settings.tsx';
import { endToasts, ToastRegion } from '#ui/toast.tsx';
import { BusyBar } from './busy-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout/layout.tsx';
import { LoadFailed, LoadingShop } from './loading.tsx';
import { pages } from './pages.tsx';
import { useFreshBundle } from './use-fresh-bundle.ts';
import { useLoginMark } from './use-login-mark.ts';
import { useRecovery } from './use-recovery.ts';
import { useRedirect } from './use-redirect.ts';
import { useWholeBundle } from './use-whole-bundle.ts';

export interface ApplicationProps {
  language: Language;
  session: SessionStore;
  cart: CartStore;
  firstPage: FirstPage;
  /** Runs in the browser after the first render. It may return a cleanup function. */
  onMounted?: () => (() => void) | undefined;
}

const nothing = () => undefined;

function leavePage(): void {
  closePanels();
  endToasts();
}

/** Everything inside the router, on the server and in the browser. */
export function Application({ language, session, cart, firstPage, onMounted = nothing }: ApplicationProps) {
  useEffect(onMounted, [onMounted]);
  return (
    <LanguageProvider value={language}>
      <SessionProvider value={session}>
        <CartProvider value={cart}>
          <FirstPageProvider value={firstPage}>
            <ErrorBoundary>
              <Shop />
            </ErrorBoundary>
            <BusyBar />
            <AnnouncerRegions />
            <ToastRegion />
          </FirstPageProvider>
        </CartProvider>
      </SessionProvider>
    </LanguageProvider>
  );
}

function Shop() {
  const session = useSession();
  useRouteChange(leavePage);
  useLoginMark();
  useWholeBundle();
  useFreshBundle();
  useRecovery();
  if (session.status === 'failed') return <LoadFailed />;
  const { bundle } = session;
  return bundle ? <ReadyShop session={{ ...session, bundle }} /> : <LoadingShop />;
}

function ReadyShop({ session }: { session: Session & { bundle: Bundle } }) {
  const { pathname } = useLocation();
  const redirect = useRedirect(session);
  const hasPageData = useHasPageData();
  const { config } = session.bundle;
  const settings = useMemo(
    () => ({
      locale: config.locale,
      timezone: config.timezone,
      currency: config.currency,
      currencyDigits: config.currencyDigits,
      imageFormats: config.imageFormats,
    }),
    [config],
  );
  const route = matchRoute(pathname, config.ambassadorsUrl);
  return (
    <ShopSettingsProvider value={settings}>
      <Layout page={route?.name ?? 'home'}>
        {redirect !== null ? (
          <Navigate to={redirect} replace />
        ) : !hasPageData && session.loadFailed ? (
          <LoadFailed />
        ) : (
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<LoadingShop />}>
              {route && <PageOf name={route.name} ambassadorsUrl={config.ambassadorsUrl} />}
            </Suspense>
          </ErrorBoundary>
        )}
      </Layout>
    </ShopSettingsProvider>
  );
}

/** Takes the route by name, because it is already matched; the router only reads the path's parameters. */
function PageOf({ name, ambassadorsUrl }: { name: RouteName; ambassadorsUrl: string }) {
  const Page = pages[name];
  return (
    <Routes>
      <Route path={routes[name].path ?? `/${ambassadorsUrl}`} caseSensitive element={<Page />} />
    </Routes>
  );
}
