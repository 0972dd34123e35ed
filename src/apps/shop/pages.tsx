import type { ComponentType } from 'react';
import { MerchandisePage, ProductPage, TicketsPage } from '#features/catalogue/shop/public.tsx';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import {
  AccessibilityPage,
  AmbassadorsPage,
  CookiePolicyPage,
  FaqsPage,
  HomePage,
  PrivacyPolicyPage,
  SecurityStatementPage,
  TermsConditionsPage,
} from '#features/shop-config/shop/public.tsx';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

const customers = 'src/features/customers/shop/public.tsx';
const customerPage = (
  name: Exclude<keyof typeof import('#features/customers/shop/public.tsx'), 'LoginPanel' | 'useFreshProof'>,
) => lazyPage(customers, async () => (await import('#features/customers/shop/public.tsx'))[name]);

const orders = 'src/features/orders/shop/public.tsx';
const orderPage = (name: Exclude<keyof typeof import('#features/orders/shop/public.tsx'), 'FoldedTransfer'>) =>
  lazyPage(orders, async () => (await import('#features/orders/shop/public.tsx'))[name]);

/** The component of each page. What everybody browses comes with the first script; the rest on demand. */
export const pages: Readonly<Record<RouteName, ComponentType | LazyPage>> = {
  home: HomePage,
  tickets: TicketsPage,
  ticket: ProductPage,
  merchandise: MerchandisePage,
  merchandiseItem: ProductPage,
  cookiePolicy: CookiePolicyPage,
  faqs: FaqsPage,
  privacyPolicy: PrivacyPolicyPage,
  accessibility: AccessibilityPage,
  securityStatement: SecurityStatementPage,
  termsConditions: TermsConditionsPage,
  ambassadors: AmbassadorsPage,
  login: customerPage('LoginPage'),
  register: customerPage('RegisterPage'),
  forgotPassword: customerPage('ForgotPasswordPage'),
  resetPassword: customerPage('ResetPasswordPage'),
  resendTickets: customerPage('ResendTicketsPage'),
  loginLink: customerPage('LoginLinkPage'),
  confirmEmail: customerPage('ConfirmEmailPage'),
  account: customerPage('AccountPage'),
  checkout: lazyPage(
    'src/features/checkout/shop/public.tsx',
    async () => (await import('#features/checkout/shop/public.tsx')).CheckoutPage,
  ),
  acceptTerms: lazyPage(
    'src/features/terms/shop/accept-terms-page.tsx',
    async () => (await import('#features/terms/shop/accept-terms-page.tsx')).AcceptTermsPage,
  ),
  payment: lazyPage(
    'src/features/payments/shop/public.tsx',
    async () => (await import('#features/payments/shop/public.tsx')).PaymentPage,
  ),
  manageTicket: lazyPage(
    'src/features/tickets/shop/manage-ticket-page.tsx',
    async () => (await import('#features/tickets/shop/manage-ticket-page.tsx')).ManageTicketPage,
  ),
  requestRefund: lazyPage(
    'src/features/refunds/shop/request-refund-page.tsx',
    async () => (await import('#features/refunds/shop/request-refund-page.tsx')).RequestRefundPage,
  ),
  refund: lazyPage(
    'src/features/refunds/shop/refund-page.tsx',
    async () => (await import('#features/refunds/shop/refund-page.tsx')).RefundPage,
  ),
  portal: orderPage('PortalPage'),
  order: orderPage('OrderPage'),
  confirmation: orderPage('ConfirmationPage'),
};

export const isLazy = (page: ComponentType | LazyPage): page is LazyPage => 'preload' in page;
