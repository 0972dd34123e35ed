import { lazy } from 'react';

export { type Choice, useChoice } from './use-choice.ts';
export const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));
