import { Navigate } from 'react-router';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { useLanguage } from '#ui/language.ts';
import { placesIn } from './layout/menu.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';

/** Redirects to the first page of the menu whose address begins with `beginning` and that the person may open. */
export function FirstOf({ beginning }: { beginning: string }) {
  const language = useLanguage();
  const { may } = useStaffSession();
  const first = placesIn(may, language).find(({ to }) => to.startsWith(beginning));
  return first ? <Navigate to={first.to} replace /> : <NotFoundPage />;
}
