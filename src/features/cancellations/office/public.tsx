import { lazy } from 'react';

export const CancellationWays = lazy(() => import('./cancellation-ways.tsx'));
