export type { AccountSetup, OpenOrders } from './account-parts.ts';
export { authenticate } from './authenticate.ts';
export {
  createCustomerWithPassword,
  customerForBundle,
  customerForOrder,
  findOrCreateCustomer,
  type OrderingCustomer,
  rememberAddress,
} from './customer-for-others.ts';
export { findCustomerByEmail, lockCustomer } from './customer-store.ts';
export { customersWork } from './due-work.ts';
export { type ProofParts, whyNotProved } from './fresh-proof.ts';
export { type InvitationParts, inviteAfterAnswer, inviteCustomer } from './invite-customer.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { type AccountFacts, accountFacts, eraseAccount } from './person-store.ts';
export { addCustomerCalls } from './routes.ts';
