export { placingSentence } from './checkout-refusals.ts';
export {
  type CreateOrderRefusal,
  createOrderForCustomer,
  type OrderForCustomer,
} from './create-order.ts';
export { type CheckoutRefusal, type OrderPlacing, placeOrderIn } from './place-order.ts';
export { addCheckoutCalls } from './routes.ts';
export { switchable } from './switch-to-transfer.ts';
