export { PayoutActions } from './payout-actions.tsx';
