export { categoryLabel } from './category-label.ts';
export { Gallery } from './gallery.tsx';
export { itemDetails } from './item-details.ts';
export { PlanPreview } from './plan-preview.tsx';
export { ProductImage } from './product-image.tsx';
export { stockStatus } from './stock-status.ts';
export {
  CardSkeletons,
  StubCard,
  StubGrid,
  StubRow,
  stubCategoryClass,
  stubDateClass,
  stubLinkClass,
  stubNameClass,
} from './stub-card.tsx';
export { useIsPlanTooLate } from './use-is-plan-too-late.ts';
export { type ListingFilterState, type StockChoice, useListingFilter } from './use-listing-filter.ts';
export { WhenAndWhere } from './when-and-where.tsx';
