export { addOrderListCalls } from './office-orders.ts';
export { addPeopleListCalls } from './office-people.ts';
export { addSearchCalls } from './office-search.ts';
export { addTicketListCalls } from './office-tickets.ts';
