import { lazy } from 'react';

export const RefundWays = lazy(() => import('./refund-ways.tsx'));
/** A dialog; load it when it opens. */
export const CreateRefund = lazy(() => import('./create-refund.tsx'));
