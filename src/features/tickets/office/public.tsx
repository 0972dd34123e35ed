import { lazy } from 'react';

/** A dialog; load it when it opens. */
export const ChangeTicket = lazy(() => import('./change-ticket.tsx'));
