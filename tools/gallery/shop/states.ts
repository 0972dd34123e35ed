import type { State } from '../state.ts';
import { accountStates } from './account-states.ts';
import { cartStates } from './cart-states.ts';
import { checkoutStates } from './checkout-states.ts';
import { orderStates } from './order-states.ts';
import { paymentStates } from './payment-states.ts';
import { refundStates } from './refund-states.ts';
import { storefrontStates } from './storefront-states.ts';
import { waitingStates } from './waiting-states.ts';

/** Every screen of the shop in every state. */
export const shopStates: readonly State[] = [
  ...storefrontStates,
  ...cartStates,
  ...accountStates,
  ...checkoutStates,
  ...orderStates,
  ...refundStates,
  ...paymentStates,
  ...waitingStates,
];
