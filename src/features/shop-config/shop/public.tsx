export { CallToActionCards } from './call-to-action-cards.tsx';
export { Hero } from './hero.tsx';
