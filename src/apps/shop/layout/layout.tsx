import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { missingIn } from '#features/shop-config/domain/missing.ts';
import { type RouteName, routes } from '#features/shop-config/domain/routes.ts';
import { Tracking } from '#features/tracking/shop/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { BannerStrip } from './banner-strip.tsx';
import { Footer, ShortFooter } from './footer.tsx';
import { Header, QuietHeader } from './header.tsx';
import styles from './layout.module.css';
import { LoginExpiredNotice } from './login-expired-notice.tsx';
import { Panels } from './panels.tsx';

const MissingNotice = lazy(() => import('./missing-notice.tsx'));

/** False until hydration, because the server renders the page without its query parameters, so that it can be cached. */
function useIsSomethingMissing(): boolean {
  const { search, state } = useLocation();
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  return isHydrated && (missingIn(search) !== null || Boolean((state as { missing?: unknown } | null)?.missing));
}

/** These pages have neither shop navigation nor banner. */
const quietPages: ReadonlySet<RouteName> = new Set(['checkout', 'payment', 'showTickets']);

/** The frame of every page. The home page has its own full banner. */
export function Layout({ page, children }: { page: RouteName; children: ReactNode }) {
  const { text } = useLanguage();
  const isQuiet = quietPages.has(page);
  const isSomethingMissing = useIsSomethingMissing();
  return (
    <div className={styles.layout}>
      <a className="skip-link" href="#content">
        {text('Skip to main content')}
      </a>
      {isQuiet ? <QuietHeader hasClock={page === 'checkout'} /> : <Header page={page} />}
      {!isQuiet && page !== 'home' && <BannerStrip isAboveItem={page === 'ticket' || page === 'merchandiseItem'} />}
      <main id="content" tabIndex={-1} className={styles.main}>
        <LoginExpiredNotice page={page} />
        {isSomethingMissing && (
          <Suspense>
            <MissingNotice />
          </Suspense>
        )}
        {children}
      </main>
      {routes[page].access === 'public' ? <Footer /> : <ShortFooter />}
      <Panels />
      <Tracking page={page} />
    </div>
  );
}
