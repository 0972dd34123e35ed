import { useLanguage } from '#ui/language.ts';
import { useStaffSession } from './staff-session.tsx';

/** The pages of Team that the person may open. */
export function useTeamTabs(
  current: '/staff' | '/audit' | '/health',
): { label: string; to: string; current: boolean }[] {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const tabs = [
    ...(may('staff.manage') ? [{ label: text('Staff'), to: '/staff' }] : []),
    ...(may('audit.see') ? [{ label: text('Audit log'), to: '/audit' }] : []),
    ...(may('health.see') ? [{ label: text('Health'), to: '/health' }] : []),
  ];
  return tabs.map((tab) => ({ ...tab, current: tab.to === current }));
}
