export { addOrderListCalls } from './office-orders.ts';
export { addSearchCalls } from './office-search.ts';
