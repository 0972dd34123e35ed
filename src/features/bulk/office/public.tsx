import { lazy } from 'react';

export { ChoiceBar } from './choice-bar.tsx';
export { type Choice, useChoice } from './use-choice.ts';
export const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));
