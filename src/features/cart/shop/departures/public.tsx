// Separate from the cart's other parts, which are in the first script.
export { DepartureCards } from './departure-cards.tsx';
