import type { RouteName } from '#features/shop-config/domain/routes.ts';

/**
 * Pages reported to the pixel: for browsing, buying and registering. Excludes pages whose address gives access to
 * something (terms, instalment, login, confirmation and reset links), and the customer's own pages.
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

/** Whether the visitor may be asked for consent on this page: not during the checkout or on its confirmation. */
export const mayAskOn = (page: RouteName): boolean => isTracked(page) && page !== 'checkout' && page !== 'confirmation';
