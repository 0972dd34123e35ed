import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Route, Routes, useLocation, useNavigate } from 'react-router';
import { AnnouncerRegions } from '#browser/announcer-regions.tsx';
import { officeCall } from '#browser/office-api.ts';
import { useRouteChange } from '#browser/route-change.ts';
import { type OfficeSession, SignInFrame, StaffSessionProvider } from '#features/staff/office/public.tsx';
import { ENGLISH, type Language } from '#kernel/language.ts';
import { LanguageProvider } from '#ui/language.ts';
import { ShopSettingsProvider } from '#ui/shop-settings.tsx';
import { ToastRegion } from '#ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { GuardedNavigation } from './guarded-navigation.tsx';
import { loadLanguage } from './language.ts';
import { Shell } from './layout/shell.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { LoadFailed } from './pages/load-failed.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { pages } from './pages.tsx';
import { Proofs } from './proofs.tsx';

const SignInPage = lazy(() => import('#features/staff/office/sign-in-page.tsx'));
const SetUpPage = lazy(() => import('#features/staff/office/set-up-page.tsx'));
const InvitePage = lazy(() => import('#features/staff/office/invite-page.tsx'));

/** A list older than this many milliseconds is read again when its tab gets focus. */
const STALE_MS = 60_000;

const makeQueries = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true } },
  });

/** Everything inside the router. */
export function Application() {
  const [queries] = useState(makeQueries);
  return (
    <QueryClientProvider client={queries}>
      <GuardedNavigation>
        <Session />
      </GuardedNavigation>
      <AnnouncerRegions />
    </QueryClientProvider>
  );
}

/** Reads who is signed in, then loads the language. */
function Session() {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => officeCall('session', {}, { signal, failsWithoutProof: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const wanted = session.data?.language;
  const [language, setLanguage] = useState<Language | null>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    let isGone = false;
    void loadLanguage(wanted)
      .catch(() => ENGLISH)
      .then((loaded) => {
        if (isGone) return;
        document.documentElement.lang = loaded.tag;
        setLanguage(loaded);
      });
    return () => {
      isGone = true;
    };
  }, [wanted]);
  if (session.error)
    return (
      <LanguageProvider value={language ?? ENGLISH}>
        <LoadFailed error={session.error} onTryAgain={() => void session.refetch()} />
      </LanguageProvider>
    );
  if (!session.data || !language) return null;
  return (
    <LanguageProvider value={language}>
      <Shop session={session.data} language={language}>
        <ErrorBoundary at="">
          <Step session={session.data} />
        </ErrorBoundary>
        <LeaveQuestion />
        <ToastRegion />
      </Shop>
    </LanguageProvider>
  );
}

function Shop({ session, language, children }: { session: OfficeSession; language: Language; children: ReactNode }) {
  const settings = useMemo(
    () => ({
      // Uses the shop's locale if it has the person's language, because it says more: de-AT instead of de.
      locale: session.shop_language.startsWith(language.tag) ? session.shop_language : language.tag,
      timezone: session.timezone,
      currency: session.currency,
      currencyDigits: session.currency_digits,
      imageFormats: ['jpg'],
    }),
    [session, language],
  );
  return <ShopSettingsProvider value={settings}>{children}</ShopSettingsProvider>;
}

const INVITE = /^\/invite\/([^/]+)$/;

/** Shows signing in first, wherever the address leads, and then the page at the address. */
function Step({ session }: { session: OfficeSession }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useRouteChange(() => {});
  const again = () => queries.invalidateQueries({ queryKey: ['session'] });
  const token = INVITE.exec(pathname)?.[1];
  const { step, person, shop_name: shop } = session;
  if (token !== undefined)
    return (
      <SignInFrame shop={shop}>
        <Suspense>
          <InvitePage
            shop={shop}
            token={token}
            onAccepted={async () => {
              navigate('/', { replace: true });
              await again();
            }}
          />
        </Suspense>
      </SignInFrame>
    );
  if (step === 'setup')
    return (
      <SignInFrame shop={shop}>
        <SetUpPage shop={shop} name={person?.name ?? ''} hasPassword={session.factors.has_password} onDone={again} />
      </SignInFrame>
    );
  if (step !== 'in' || !person)
    return (
      <SignInFrame shop={shop}>
        <Suspense>
          <SignInPage
            shop={shop}
            isPasswordGiven={step === 'code'}
            onSignedIn={async (signedIn) => {
              // Somebody who needed a recovery code has lost something and should replace it.
              if (signedIn?.byRecoveryCode) navigate('/me', { replace: true, state: { byRecoveryCode: true } });
              await again();
            }}
          />
        </Suspense>
      </SignInFrame>
    );
  return (
    <StaffSessionProvider value={session}>
      <Shell>
        <ErrorBoundary at={pathname}>
          <Suspense>
            <Routes>
              {pages.map(({ path, page: Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </Shell>
      <Proofs
        email={person.email}
        ways={{ passkey: session.factors.passkeys > 0, codeApp: session.factors.has_code_app }}
        onGivenUp={again}
      />
    </StaffSessionProvider>
  );
}
