import { lazy, Suspense, useEffect, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import { pixelIdOf } from '../domain/pixel-id.ts';

export { chooseTracking, track } from './signals.ts';

const LazyTracking = lazy(async () => ({ default: (await import('./tracking.tsx')).Tracking }));
const LazyChoiceSection = lazy(async () => ({ default: (await import('./choice-section.tsx')).ChoiceSection }));

/** Whether this shop has a pixel; without one there is no tracking code. */
export const useHasTracking = (): boolean => pixelIdOf(useBundle().config) !== null;

/**
 * Asks the visitor and, if they accept, reports to the pixel. Mount it once; server-rendered pages do not contain it.
 */
export function Tracking({ page }: { page: RouteName }) {
  const isMounted = useIsMounted();
  return isMounted ? (
    <Suspense fallback={null}>
      <LazyTracking page={page} />
    </Suspense>
  ) : null;
}

/** The choice as a section of the cookie policy. */
export function TrackingChoice() {
  const isMounted = useIsMounted();
  return isMounted ? (
    <Suspense fallback={null}>
      <LazyChoiceSection />
    </Suspense>
  ) : null;
}

/** Returns false in the first rendering, which must match the server's. */
function useIsMounted(): boolean {
  const hasTracking = useHasTracking();
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  return isInBrowser && hasTracking;
}
