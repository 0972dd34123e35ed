export { addPricingCalls } from './routes.ts';
