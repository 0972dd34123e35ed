import type { RouteName } from '#features/shop-config/domain/routes.ts';

/**
 * The pages that the pixel may hear of: where people look, buy and register. Not a page whose address opens something (terms,
 * instalment, login and confirmation links, reset), and none where a customer looks after what is theirs.
 */
const trackedPages: ReadonlySet<RouteName> = new Set([
  'home',
  'tickets',
  'ticket',
  'merchandise',
  'merchandiseItem',
  'accessibility',
  'ambassadors',
  'cookiePolicy',
  'faqs',
  'privacyPolicy',
  'securityStatement',
  'termsConditions',
  'register',
  'checkout',
  'confirmation',
]);

export const isTracked = (page: RouteName): boolean => trackedPages.has(page);

/** Whether the visitor is asked here: not in the middle of the checkout or of its thanks, where they have other things to do. */
export const asksOn = (page: RouteName): boolean => isTracked(page) && page !== 'checkout' && page !== 'confirmation';
