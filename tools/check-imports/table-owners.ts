/**
 * Who writes a table: the folder below `src/` whose store files insert, update and delete its rows. Other features call
 * its functions. Where a table has two owners, each writes rows or columns of its own.
 */
export const TABLE_OWNERS: Readonly<Record<string, readonly string[]>> = {
  account_requests: ['features/customers'],
  audit_log: ['features/staff'],
  cart_lines: ['features/cart'],
  carts: ['features/cart'],
  clock_shift: ['platform/clock'],
  customers: ['features/customers'],
  // Like `shop_items`.
  departures: ['features/catalogue', 'features/stock'],
  events: ['features/catalogue'],
  invoice_counters: ['features/invoices'],
  invoices: ['features/invoices'],
  ledger_entries: ['features/ledger'],
  ledger_transactions: ['features/ledger'],
  login_networks: ['features/customers'],
  login_tokens: ['features/customers'],
  mails: ['platform/mail'],
  merchandise_purchases: ['features/tickets'],
  order_lines: ['features/orders'],
  orders: ['features/orders'],
  payment_attempts: ['features/payments'],
  payments: ['features/orders'],
  rate_limits: ['platform/http'],
  receipt_shares: ['features/payments'],
  receipts: ['features/payments'],
  refund_lines: ['features/refunds'],
  refunds: ['features/refunds'],
  request_results: ['platform/http'],
  revoked_tickets: ['features/tickets'],
  sandbox_callbacks: ['features/payments'],
  sandbox_payments: ['features/payments'],
  schema_migrations: ['platform/db'],
  // The catalogue writes what is for sale; stock counts what is sold and held. They share a row, because a check
  // compares the counters with the capacity, and because one lock guards both a sale and a change of what is for sale.
  shop_items: ['features/catalogue', 'features/stock'],
  shop_state: ['features/shop-config'],
  single_use_links: ['features/customers'],
  stock_units: ['features/stock'],
  terms_versions: ['features/shop-config'],
  ticket_changes: ['features/tickets'],
  ticket_requests: ['features/tickets'],
  tickets: ['features/tickets'],
  voucher_uses: ['features/vouchers'],
  vouchers: ['features/vouchers'],
};
