import { laterText, type Sentence } from '#kernel/language.ts';
import type { RouteMatch } from '../domain/routes.ts';

/** The configuration that titles and menus need. */
export interface TitledConfig {
  readonly ambassadorsLabel: string;
  readonly texts: { readonly ambassadorsTitle: string };
}

/** Heading and title of the content pages and listings, to be read with `saidText`. */
export const staticTitles = {
  tickets: laterText('Tickets'),
  merchandise: laterText('Merchandise'),
  cookiePolicy: laterText('Cookie policy'),
  faqs: laterText('FAQs'),
  privacyPolicy: laterText('Privacy policy'),
  accessibility: laterText('Accessibility statement'),
  securityStatement: laterText('Security statement'),
  termsConditions: laterText('Terms and Conditions'),
  login: laterText('Log in'),
  register: laterText('Register'),
  forgotPassword: laterText('Forgot password'),
  resetPassword: laterText('Reset password'),
  resendTickets: laterText('Resend tickets'),
  loginLink: laterText('Log in'),
  confirmEmail: laterText('Confirm your email address'),
  acceptTerms: laterText('Accept the Terms and Conditions'),
  payment: laterText('Payment'),
  checkout: laterText('Checkout'),
  portal: laterText('Portal'),
  manageTicket: laterText('Manage ticket'),
  requestRefund: laterText('Request refund'),
  account: laterText('Account'),
} as const;

/** The ambassadors page and its menu entry have different configured texts. */
export const ambassadorsTitle = (config: TitledConfig): Sentence => {
  const own = config.texts.ambassadorsTitle || config.ambassadorsLabel;
  return own ? () => own : laterText('Ambassadors');
};

/** The title of a page, without the shop's name; null for the home page, whose title is the shop's name. */
export function pageTitleOf(route: RouteMatch, config: TitledConfig, itemName: string | undefined): Sentence | null {
  switch (route.name) {
    case 'home':
      return null;
    case 'ambassadors':
      return ambassadorsTitle(config);
    case 'ticket':
      return itemName === undefined ? staticTitles.tickets : () => itemName;
    case 'merchandiseItem':
      return itemName === undefined ? staticTitles.merchandise : () => itemName;
    case 'order':
    case 'confirmation':
      return ({ text }) => text('Order {order}', { order: route.params.order! });
    case 'refund':
      return ({ text }) => text('Refund {refund}', { refund: route.params.refund! });
    default:
      return staticTitles[route.name];
  }
}
