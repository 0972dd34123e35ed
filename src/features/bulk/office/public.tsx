import { lazy } from 'react';

export { type BulkRow, BulkRows } from './bulk-rows.tsx';
export { mailLeftOutTexts } from './bulk-words.ts';
export { type Choice, useChoice } from './use-choice.ts';
export const BulkDialog = lazy(() => import('./bulk-dialog.tsx'));
