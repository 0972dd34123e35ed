export { PayEarly } from './pay-early.tsx';
export { PlanDueToday, PlanLater, PlanTotal } from './plan-total.tsx';
