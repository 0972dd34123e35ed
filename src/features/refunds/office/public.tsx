import { lazy } from 'react';

export const LookedUpWays = lazy(() => import('./looked-up-ways.tsx'));
export const RefundWays = lazy(() => import('./refund-ways.tsx'));
/** A dialog; load it when it opens. */
export const CreateRefund = lazy(() => import('./create-refund.tsx'));
/** A dialog; load it when it opens. */
export const DecideRefunds = lazy(() => import('./decide-refunds.tsx'));
