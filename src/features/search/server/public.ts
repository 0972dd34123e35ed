export { addSearchCalls } from './office-search.ts';
