// Separate from the cart's other parts, which are in the entry script.
export { DepartureCards } from './departure-cards.tsx';
