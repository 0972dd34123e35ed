export { checkoutDrafts } from './checkout-draft.ts';
export { CheckoutForm } from './checkout-form.tsx';
export { SwitchToTransfer } from './switch-to-transfer.tsx';
