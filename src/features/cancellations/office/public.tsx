import { lazy } from 'react';

export const CancellationActions = lazy(() => import('./cancellation-actions.tsx'));
