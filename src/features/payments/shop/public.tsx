export { PaymentHandOver } from './payment-hand-over.tsx';
export { Arrived, AttemptWarning, Blocked, LastAttempt, OnItsWay } from './payment-notices.tsx';
export { PaymentTrust } from './payment-trust.tsx';
export { type Opened, type PaymentLink, useOpenedPayment } from './use-opened-payment.ts';
