export { PayEarly } from './pay-early.tsx';
export { PlanLater, PlanTotal } from './plan-total.tsx';
