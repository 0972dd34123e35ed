export { placingSentence } from './checkout-refusals.ts';
export {
  type CreateOrderRefusal,
  createOrderForCustomer,
  type OrderForCustomer,
} from './create-order.ts';
export { addNewOrderChoices } from './new-order-choices.ts';
export { addNewOrderCalls } from './office-new-order.ts';
export { type OrderPlacing, placeOrder } from './place-orders.ts';
export type { CheckoutRefusal } from './plan-order.ts';
export { addCheckoutCalls } from './routes.ts';
export { switchableOrder } from './switch-to-transfer.ts';
