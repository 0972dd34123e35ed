export { PayEarly } from './pay-early.tsx';
