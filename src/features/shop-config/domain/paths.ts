import { routes } from './routes.ts';

/** The addresses of the application's pages, for links and redirects. Codes are encoded. */
export const paths = {
  home: () => routes.home.path,
  tickets: () => routes.tickets.path,
  merchandise: () => routes.merchandise.path,
  item: (kind: 'tickets' | 'merchandise', externalCode: string) => `/${kind}/${encodeURIComponent(externalCode)}`,
  ambassadors: (ambassadorsUrl: string) => `/${ambassadorsUrl}`,
  login: (from?: string) => withFrom(routes.login.path, from),
  register: (from?: string) => withFrom(routes.register.path, from),
  forgotPassword: () => routes.forgotPassword.path,
  resendTickets: () => routes.resendTickets.path,
  account: () => routes.account.path,
  checkout: () => routes.checkout.path,
  portal: () => routes.portal.path,
  order: (code: string) => `/portal/orders/${encodeURIComponent(code)}`,
  confirmation: (code: string) => `/portal/orders/${encodeURIComponent(code)}/confirmation`,
  manageTicket: (order: string, ticket: string) =>
    `/portal/orders/${encodeURIComponent(order)}/manage-ticket/${encodeURIComponent(ticket)}`,
  /** `ticket` is the code of the ticket that is shown first. */
  showTickets: (order: string, ticket?: string) =>
    `/portal/tickets/${encodeURIComponent(order)}${ticket ? `#${encodeURIComponent(ticket)}` : ''}`,
  requestRefund: (order: string) => `/portal/orders/${encodeURIComponent(order)}/request-refund`,
  refund: (id: string) => `/portal/refunds/${encodeURIComponent(id)}`,
  refundAccount: (id: string) => `/portal/refunds/${encodeURIComponent(id)}/account`,
  payment: (order: string, checksum: string, reference: string) =>
    `/payment-plan-payment/${[order, checksum, reference].map(encodeURIComponent).join('/')}`,
  acceptTerms: (order: string, checksum: string) =>
    `/accept-tcs/${[order, checksum].map(encodeURIComponent).join('/')}`,
  cookiePolicy: () => routes.cookiePolicy.path,
  faqs: () => routes.faqs.path,
  privacyPolicy: () => routes.privacyPolicy.path,
  accessibility: () => routes.accessibility.path,
  securityStatement: () => routes.securityStatement.path,
  termsConditions: () => routes.termsConditions.path,
} as const;

/** `from` is where to go afterwards; left out for the home page. */
function withFrom(path: string, from: string | undefined): string {
  return from && from !== '/' ? `${path}?from=${encodeURIComponent(from)}` : path;
}
