import { markedText, type Sentence } from '#kernel/language.ts';
import type { RouteMatch } from '../domain/routes.ts';

export interface TitledConfig {
  readonly ambassadorsLabel: string;
  readonly texts: { readonly ambassadorsTitle: string };
}

/** Heading and title of the content pages and listings, to be read with `translate`. */
export const staticTitles = {
  tickets: markedText('Tickets'),
  merchandise: markedText('Merchandise'),
  cookiePolicy: markedText('Cookie policy'),
  faqs: markedText('FAQs'),
  privacyPolicy: markedText('Privacy policy'),
  accessibility: markedText('Accessibility statement'),
  securityStatement: markedText('Security statement'),
  termsConditions: markedText('Terms and Conditions'),
  login: markedText('Log in'),
  register: markedText('Register'),
  forgotPassword: markedText('Forgot password'),
  resetPassword: markedText('Reset password'),
  resendTickets: markedText('Resend tickets'),
  loginLink: markedText('Log in'),
  confirmEmail: markedText('Confirm your email address'),
  acceptTerms: markedText('Accept the Terms and Conditions'),
  payment: markedText('Payment'),
  checkout: markedText('Checkout'),
  portal: markedText('Portal'),
  manageTicket: markedText('Manage ticket'),
  showTickets: markedText('Tickets'),
  requestRefund: markedText('Request refund'),
  refundAccount: markedText('Where should we send your refund?'),
  account: markedText('Account'),
} as const;

/** The ambassadors page and its menu entry have different configured texts. */
export const ambassadorsTitle = (config: TitledConfig): Sentence => {
  const own = config.texts.ambassadorsTitle || config.ambassadorsLabel;
  return own ? () => own : markedText('Ambassadors');
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
