export { lookAtInstalments } from './look-at-instalments.ts';
export type { InstalmentParts } from './open-instalment.ts';
export { planReminders } from './plan-reminders.ts';
