/**
 * Who may see a page: everybody, customers, only guests, or everybody whose link contains the right secret. Pages other
 * than `public` are sent without any data.
 */
export type RouteAccess = 'public' | 'customer' | 'guest' | 'secret';

/** All pages of the customers' application. `:name` is one part of the path. */
export const routes = {
  home: { path: '/', access: 'public' },
  tickets: { path: '/tickets', access: 'public' },
  ticket: { path: '/tickets/:item', access: 'public' },
  merchandise: { path: '/merchandise', access: 'public' },
  merchandiseItem: { path: '/merchandise/:item', access: 'public' },
  cookiePolicy: { path: '/cookie-policy', access: 'public' },
  faqs: { path: '/faqs', access: 'public' },
  privacyPolicy: { path: '/privacy-policy', access: 'public' },
  accessibility: { path: '/accessibility', access: 'public' },
  securityStatement: { path: '/security-statement', access: 'public' },
  termsConditions: { path: '/terms-conditions', access: 'public' },
  login: { path: '/login', access: 'guest' },
  register: { path: '/register', access: 'guest' },
  forgotPassword: { path: '/forgot-password', access: 'guest' },
  resetPassword: { path: '/reset-password/:email/:token', access: 'guest' },
  resendTickets: { path: '/resend-tickets', access: 'guest' },
  loginLink: { path: '/login-link', access: 'secret' },
  confirmEmail: { path: '/confirm-email', access: 'secret' },
  acceptTerms: { path: '/accept-tcs/:order/:checksum', access: 'secret' },
  payment: { path: '/payment-plan-payment/:order/:checksum/:reference', access: 'secret' },
  checkout: { path: '/checkout', access: 'customer' },
  portal: { path: '/portal', access: 'customer' },
  order: { path: '/portal/orders/:order', access: 'customer' },
  confirmation: { path: '/portal/orders/:order/confirmation', access: 'customer' },
  manageTicket: { path: '/portal/orders/:order/manage-ticket/:ticket', access: 'customer' },
  showTickets: { path: '/portal/tickets/:order', access: 'customer' },
  requestRefund: { path: '/portal/orders/:order/request-refund', access: 'customer' },
  refund: { path: '/portal/refunds/:refund', access: 'customer' },
  refundAccount: { path: '/portal/refunds/:refund/account', access: 'customer' },
  account: { path: '/account', access: 'customer' },
  /** The operator chooses the address (`ambassadorsUrl`). */
  ambassadors: { path: null, access: 'public' },
} as const satisfies Record<string, { path: string | null; access: RouteAccess }>;

export type RouteName = keyof typeof routes;

export interface RouteMatch {
  readonly name: RouteName;
  /** Decoded, by their names in the pattern. */
  readonly params: Readonly<Record<string, string>>;
}

/** Case matters, and a trailing slash makes a different path. */
export function matchRoute(pathname: string, ambassadorsUrl: string): RouteMatch | null {
  for (const [name, { path }] of Object.entries(routes)) {
    const params = match(path ?? `/${ambassadorsUrl}`, pathname);
    if (params) return { name: name as RouteName, params };
  }
  return null;
}

function match(pattern: string, pathname: string): Record<string, string> | null {
  const expected = pattern.split('/');
  const parts = pathname.split('/');
  if (expected.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const wanted = expected[index]!;
    if (!wanted.startsWith(':')) {
      if (part !== wanted) return null;
      continue;
    }
    const value = decoded(part);
    if (!value) return null;
    params[wanted.slice(1)] = value;
  }
  return params;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Returns the kind of item of a listing or product page; null for other pages. */
export function itemKindOf(name: RouteName): 'tickets' | 'merchandise' | null {
  if (name === 'tickets' || name === 'ticket') return 'tickets';
  return name === 'merchandise' || name === 'merchandiseItem' ? 'merchandise' : null;
}
