export { lookAtInstalments } from './look-at-instalments.ts';

export { planReminders } from './plan-reminders.ts';
