export { FeaturedItems } from './featured-items.tsx';
export { MerchandisePage, TicketsPage } from './listing-page.tsx';
export { ProductPage } from './product-page.tsx';
