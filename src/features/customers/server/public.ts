export { type Authenticate, createAuthenticate } from './authenticate.ts';
export {
  createCustomerWithPassword,
  customerForBundle,
  customerForOrder,
  customersForBundle,
  customersForOrders,
  findOrCreateCustomer,
  lockCustomersForOrders,
  type OrderingCustomer,
  rememberAddress,
} from './customer-for-others.ts';
export { findCustomerByEmail, lockCustomer } from './customer-store.ts';
export { customersWork } from './due-work.ts';
export { missingProof } from './fresh-proof.ts';
export { inviteAfterAnswer, inviteCustomer } from './invite-customer.ts';
export { accountFacts, eraseAccount } from './person-store.ts';
export { addCustomerCalls } from './routes.ts';
