import { lazy } from 'react';

export const RefundWays = lazy(() => import('./refund-ways.tsx'));
