import { Navigate } from 'react-router';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { firstPage, MENU } from '../layout/menu.ts';
import { NotAllowedPage } from './not-allowed-page.tsx';

const SALES: Permission = 'reports.sales';

/** Opens the first report that the person may see. */
export function FirstReport() {
  const { may } = useStaffSession();
  const reports = MENU.find(({ pages }) => pages.some(({ to }) => to.startsWith('/reports/')))!;
  const first = firstPage(reports, may);
  return first === null ? <NotAllowedPage permission={SALES} /> : <Navigate to={first} replace />;
}
