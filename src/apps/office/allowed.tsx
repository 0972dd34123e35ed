import type { ComponentType } from 'react';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { NotAllowedPage } from './pages/not-allowed-page.tsx';

/** Shows a page only to people with this permission. The server refuses its calls to others in any case. */
export function allowed(permission: Permission, Page: ComponentType): ComponentType {
  return function Allowed() {
    const { may } = useStaffSession();
    return may(permission) ? <Page /> : <NotAllowedPage permission={permission} />;
  };
}
