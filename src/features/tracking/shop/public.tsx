import { lazy, Suspense, useEffect, useState } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import { pixelIdOf } from '../domain/pixel-id.ts';

export { chooseTracking, track } from './signals.ts';

const LazyTracking = lazy(async () => ({ default: (await import('./tracking.tsx')).Tracking }));
const LazyChoiceSection = lazy(async () => ({ default: (await import('./choice-section.tsx')).ChoiceSection }));

/** Whether this shop has a pixel at all; without one nothing of the tracking is there. */
export const useHasTracking = (): boolean => pixelIdOf(useBundle().config) !== null;

/** What asks the visitor and, if they agree, tells the pixel. Mount it once; a page from the server has none of it. */
export function Tracking({ page }: { page: RouteName }) {
  const isHere = useIsHere();
  return isHere ? (
    <Suspense fallback={null}>
      <LazyTracking page={page} />
    </Suspense>
  ) : null;
}

/** The choice as a part of the cookie policy. */
export function TrackingChoice() {
  const isHere = useIsHere();
  return isHere ? (
    <Suspense fallback={null}>
      <LazyChoiceSection />
    </Suspense>
  ) : null;
}

/** Not in the first rendering, which must be the server's. */
function useIsHere(): boolean {
  const hasTracking = useHasTracking();
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  return isInBrowser && hasTracking;
}
