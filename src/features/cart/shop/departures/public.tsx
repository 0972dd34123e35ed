// Separate from the cart's other parts, which are in the initial script.
export { DepartureCards } from './departure-cards.tsx';
