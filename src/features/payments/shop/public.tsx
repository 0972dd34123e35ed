export type { PaymentLink } from '../domain/payment-link.ts';
export { MoneyBack } from './money-back.tsx';
export { PaymentHandOver } from './payment-hand-over.tsx';
export { Arrived, Attempts, Blocked, OnItsWay } from './payment-notices.tsx';
export { PaymentTrust } from './payment-trust.tsx';
export { SaveCardChoice } from './save-card-choice.tsx';
export { SavedCard } from './saved-card.tsx';
export { type Opened, useOpenedPayment } from './use-opened-payment.ts';
