export { PaymentHandOver } from './payment-hand-over.tsx';
export { PaymentPage } from './payment-page.tsx';
