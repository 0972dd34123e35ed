export { PayoutWays } from './payout-ways.tsx';
