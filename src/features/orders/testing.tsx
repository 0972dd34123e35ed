import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { type Bundle, createSessionStore, SessionProvider } from '#browser/session-store.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import type { MerchandisePurchase, Ticket } from '#features/tickets/contract.ts';
import { ShopSettingsProvider } from '#ui/shop-settings.tsx';
import type { Order, Payment } from './contract.ts';

/** The parts of a configuration that a customer's pages read. */
export const aConfig = (over: Partial<PublicConfig> = {}): PublicConfig =>
  ({
    name: 'Sandlark',
    locale: 'en-GB',
    timezone: 'Europe/Amsterdam',
    currency: 'EUR',
    currencyDigits: 2,
    imageFormats: ['jpg'],
    refundsActive: true,
    countries: [{ code: 'NL', name: 'Netherlands' }],
    addressLines: [{ key: 'street', text: 'Street and number', required: true }],
    ibanCountries: ['NL'],
    ageRanges: { '25-34': '25 to 34' },
    paymentMethods: { credit_card: 'Credit card', bank_transfer: 'Bank transfer' },
    paymentStatuses: { paid: 'Paid', partial: 'Partially paid' },
    instalmentStatuses: {},
    ticketStatuses: { active: 'Active', refund: 'Requested' },
    merchandiseStatuses: { active: 'Active' },
    refundStatuses: {},
    shopPaymentCreditCard: true,
    shopPaymentCreditCardMaxAttempts: 5,
    shopPaymentBankTransfer: true,
    shopPaymentBankTransferCountries: ['NL'],
    operator: { name: 'Stichting Sandlark', email: 'hello@sandlark.example', address: ['Zandpad 1'] },
    texts: { bankTransferHtml: '<p>Transfer {{amount}} to NL85 LARK and name {{code}}.</p>' },
    ...over,
  }) as PublicConfig;

export const aTicket = (over: Partial<Ticket> = {}): Ticket => ({
  code: '7KQ2MX4PHT9WC3VBN',
  email: 'mila@example.org',
  full_name: 'Mila Okonkwo',
  age: '25-34',
  age_options: [],
  product: 'Festival Pass',
  external_code: 'pass',
  type: 'ticket',
  shop_image: null,
  status: 'active',
  pending: false,
  price: 18_900,
  fee: 950,
  refund_fee: 500,
  refund_total: 18_400,
  shipping_refund: 0,
  is_refundable: true,
  is_ever_refundable: true,
  allow_refund_requests_from: null,
  allow_refund_requests_until: '2027-06-22T21:59:59Z',
  allow_name_changes: true,
  allow_name_changes_until: null,
  allow_email_changes: true,
  name_changes_left: null,
  allow_travel_time_changes: false,
  allow_travel_time_changes_until: null,
  allow_download: true,
  recently_edited: false,
  edited_until: null,
  reassigned: false,
  travel_time: null,
  transport_time_id: null,
  travel_times: [],
  timezone: 'Europe/Amsterdam',
  ...over,
});

export const aPurchase = (over: Partial<MerchandisePurchase> = {}): MerchandisePurchase => ({
  code: '2B4C6D8F2B4C6D8F2',
  merchandise: 'Lark tee, size M',
  external_code: 'lark-tee-m',
  shop_image: null,
  status: 'active',
  pending: false,
  price: 2_800,
  fee: 0,
  refund_fee: 0,
  refund_total: 2_800,
  shipping_refund: 650,
  is_refundable: true,
  is_ever_refundable: true,
  allow_refund_requests_from: null,
  allow_refund_requests_until: '2027-06-22T21:59:59Z',
  ...over,
});

export const aPayment = (over: Partial<Payment> = {}): Payment => ({
  reference: 'SLK-2H9C4T-1',
  amount: 19_850,
  paid_amount: 19_850,
  due_at: '2026-11-20T10:00:00Z',
  paid_at: '2026-11-20T10:01:00Z',
  payment_status: 'paid',
  overdue: false,
  due: false,
  attempt: 1,
  ...over,
});

/** A paid order of one ticket. */
export const anOrder = (over: Partial<Order> = {}): Order => ({
  id: '1',
  code: 'SLK-2H9C4T',
  checksum: 'c'.repeat(64),
  created_at: '2026-11-20T10:00:00Z',
  staff: 'Web shop',
  total_price: 19_850,
  total_paid: 19_850,
  total_refunded: 0,
  discount_amount: 0,
  discount_name: null,
  payment_method: 'credit_card',
  payment_status: 'paid',
  accepted_ts_and_cs: true,
  has_payment_plan: false,
  payment_plan: [],
  payments: [aPayment()],
  has_refunds: false,
  fully_refunded: false,
  has_active_refunds: false,
  has_invoice: true,
  credit_notes: [],
  kept_until: null,
  can_refund: true,
  shipping_amount: 0,
  shipping_country: null,
  shipping_refunded: false,
  tickets: [aTicket()],
  cartProducts: [],
  merchandisePurchases: [],
  cartMerchandise: [],
  reassigned_to_me: false,
  ...over,
});

export const aBundle = (over: Partial<Bundle> = {}): Bundle =>
  ({
    config: aConfig(),
    customer: { full_name: 'Mila Okonkwo', email: 'mila@example.org', country: 'NL', address: {} },
    orders: [],
    refunds: [],
    products: [],
    merchandise: [],
    existing_tickets: [],
    ...over,
  }) as Bundle;

/** The markup of a customer's screen; `path` and `at` give a page its parameters. */
export function rendered(element: ReactElement, bundle: Bundle, { path = '/', at = '/' } = {}): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <SessionProvider value={createSessionStore({ bundle })}>
        <ShopSettingsProvider value={bundle.config}>
          <Routes>
            <Route path={path} element={element} />
          </Routes>
        </ShopSettingsProvider>
      </SessionProvider>
    </MemoryRouter>,
  );
}

/** The words of markup, as somebody reads them. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
