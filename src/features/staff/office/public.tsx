import { lazy } from 'react';

export { SignInFrame } from './sign-in-card.tsx';
export { type OfficeSession, StaffSessionProvider, useStaffSession } from './staff-session.tsx';

export const ProofDialog = lazy(() => import('./proof-dialog.tsx'));
