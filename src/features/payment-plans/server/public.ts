export { mailCardLost } from './card-lost-mail.ts';
export { unclearCharges } from './charge-store.ts';
export { planReminders } from './plan-reminders.ts';
export { resumePlan } from './resume-plan.ts';
export { reviewInstalments } from './review-instalments.ts';
