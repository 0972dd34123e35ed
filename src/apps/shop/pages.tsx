import type { ComponentType } from 'react';
import type { RouteName } from '#features/shop-config/domain/routes.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import {
  AccessibilityPage,
  AmbassadorsPage,
  CookiePolicyPage,
  FaqsPage,
  PrivacyPolicyPage,
  SecurityStatementPage,
  TermsConditionsPage,
} from './pages/storefront/content-page.tsx';
import { HomePage } from './pages/storefront/home-page.tsx';
import { MerchandisePage, TicketsPage } from './pages/storefront/listing-page.tsx';
import { ProductPage } from './pages/storefront/product-page.tsx';

const customers = 'src/features/customers/shop/public.tsx';
const customerPage = (
  name: Exclude<
    keyof typeof import('#features/customers/shop/public.tsx'),
    'AccountPage' | 'LoginPanel' | 'useFreshProof'
  >,
) => lazyPage(customers, async () => (await import('#features/customers/shop/public.tsx'))[name]);

const orderPage = (name: keyof typeof import('./pages/portal/order-page.tsx')) =>
  lazyPage(
    'src/apps/shop/pages/portal/order-page.tsx',
    async () => (await import('./pages/portal/order-page.tsx'))[name],
  );

/** The pages that everybody browses are in the scripts of the first load; the others load on demand. */
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
  account: lazyPage(
    'src/apps/shop/pages/portal/own-account-page.tsx',
    async () => (await import('./pages/portal/own-account-page.tsx')).OwnAccountPage,
  ),
  checkout: lazyPage(
    'src/apps/shop/pages/checkout/checkout-page.tsx',
    async () => (await import('./pages/checkout/checkout-page.tsx')).CheckoutPage,
  ),
  acceptTerms: lazyPage(
    'src/features/terms/shop/accept-terms-page.tsx',
    async () => (await import('#features/terms/shop/accept-terms-page.tsx')).AcceptTermsPage,
  ),
  payment: lazyPage(
    'src/apps/shop/pages/payment/payment-page.tsx',
    async () => (await import('./pages/payment/payment-page.tsx')).PaymentPage,
  ),
  manageTicket: lazyPage(
    'src/features/tickets/shop/manage-ticket-page.tsx',
    async () => (await import('#features/tickets/shop/manage-ticket-page.tsx')).ManageTicketPage,
  ),
  showTickets: lazyPage(
    'src/features/tickets/shop/show-tickets-page.tsx',
    async () => (await import('#features/tickets/shop/show-tickets-page.tsx')).ShowTicketsPage,
  ),
  requestRefund: lazyPage(
    'src/features/refunds/shop/request-refund-page.tsx',
    async () => (await import('#features/refunds/shop/request-refund-page.tsx')).RequestRefundPage,
  ),
  refund: lazyPage(
    'src/features/refunds/shop/refund-page.tsx',
    async () => (await import('#features/refunds/shop/refund-page.tsx')).RefundPage,
  ),
  refundAccount: lazyPage(
    'src/features/refunds/shop/refund-account-page.tsx',
    async () => (await import('#features/refunds/shop/refund-account-page.tsx')).RefundAccountPage,
  ),
  portal: lazyPage(
    'src/apps/shop/pages/portal/portal-page.tsx',
    async () => (await import('./pages/portal/portal-page.tsx')).PortalPage,
  ),
  order: orderPage('OrderPage'),
  confirmation: orderPage('ConfirmationPage'),
};

export const isLazy = (page: ComponentType | LazyPage): page is LazyPage => 'preload' in page;
