import { lazy } from 'react';

export { AlsoHere } from './also-here.tsx';
export { AuditReason } from './audit-reason.tsx';
export type { ProofWays } from './proof-dialog.tsx';
export { SignInFrame } from './sign-in-card.tsx';
export { type OfficeSession, StaffSessionProvider, useStaffSession } from './staff-session.tsx';
export const ProofDialog = lazy(() => import('./proof-dialog.tsx'));
export { type TabbedPage, usePageTabs } from './page-tabs.ts';
export { RestoredNotice } from './restored-notice.tsx';
export { useTeamTabs } from './team-tabs.ts';
export { TheirValue } from './their-value.tsx';
export { useChange } from './use-change.ts';
export { useKeptValues } from './use-kept-values.ts';
export { type OfficeForm, type OfficeFormOptions, useOfficeForm } from './use-office-form.ts';
export { useUnsaved } from './use-unsaved.ts';
