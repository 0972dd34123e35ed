import type { RouteMatch } from './routes.ts';

/** What titles and menus look at in the configuration. */
export interface TitledConfig {
  readonly ambassadorsLabel: string;
  readonly texts: { readonly ambassadorsTitle: string };
}

/** The heading and title of the content pages and listings (spec 2: a static title). */
export const staticTitles = {
  tickets: 'Tickets',
  merchandise: 'Merchandise',
  cookiePolicy: 'Cookie policy',
  faqs: 'FAQs',
  privacyPolicy: 'Privacy policy',
  accessibility: 'Accessibility statement',
  securityStatement: 'Security statement',
  termsConditions: 'Terms and conditions',
  login: 'Log in',
  register: 'Register',
  forgotPassword: 'Forgot password',
  resetPassword: 'Reset password',
  resendTickets: 'Resend tickets',
  loginLink: 'Log in',
  confirmEmail: 'Confirm your email address',
  acceptTerms: 'Accept the terms',
  payment: 'Payment',
  checkout: 'Checkout',
  portal: 'Portal',
  manageTicket: 'Manage ticket',
  requestRefund: 'Request refund',
  account: 'Account',
} as const;

/** The ambassadors page is titled by a configuration text, its menu entry by another (spec 2). */
export const ambassadorsTitle = (config: TitledConfig): string =>
  config.texts.ambassadorsTitle || config.ambassadorsLabel || 'Ambassadors';

/** The title of a page before the shop's name; empty for home, which bears the shop's name alone. */
export function pageTitleOf(route: RouteMatch, config: TitledConfig, itemName: string | undefined): string {
  switch (route.name) {
    case 'home':
      return '';
    case 'ambassadors':
      return ambassadorsTitle(config);
    case 'ticket':
      return itemName ?? staticTitles.tickets;
    case 'merchandiseItem':
      return itemName ?? staticTitles.merchandise;
    case 'order':
    case 'confirmation':
      return `Order ${route.params.order}`;
    case 'refund':
      return `Refund ${route.params.refund}`;
    default:
      return staticTitles[route.name];
  }
}
