/* The server tests that `npm test` runs on a PostgreSQL server of this machine (the oldest supported one found), in
   addition to the embedded engine (the newest supported version) or instead of it. Tests in neither list run on the
   embedded engine only; `npm run test:long` runs everything on both. */

/** Tests that run on both engines, because installing, copying and planning differ between versions. */
export const BOTH_ENGINES = [
  'src/features/stock/**',
  'src/platform/db/{db,migrate,pool-wait,sent-together}.server.test.ts',
  'src/platform/backup/restore-backup.server.test.ts',
  'test/filled-shop.server.test.ts',
  'tools/golden/**',
];

/**
 * Tests that run on the oldest server only; if there is none, on the embedded engine. Both give the same results, but
 * only the oldest version shows when it lacks a feature.
 */
export const OLDEST_ENGINE = [
  // Locks, isolation and races.
  'test/races/**',
  'test/{lock-order,one-connection,last-guards}.server.test.ts',
  'src/features/cart/server/{adds-together,cart-races,gathering-adds,one-cart-races}.server.test.ts',
  'src/features/vouchers/**',
  'src/apps/server/newest-stock.server.test.ts',
  // Rows that are taken with a lease or in batches.
  'src/platform/mail/outbox.server.test.ts',
  'test/retention.server.test.ts',
  'test/abuse/{limits,unpaid-orders,voucher-guesses}.server.test.ts',
  'src/features/shop-config/server/import-shop-folder.server.test.ts',
  'src/apps/cli/backup.server.test.ts',
  'src/platform/backup/failed-backups.server.test.ts',
  // Random walks through the whole shop: money, stock, refunds, due work.
  'test/model/**',
  'src/features/cart/server/cart-model.server.test.ts',
  // These send statements that no test above sends, so that the oldest server runs every statement of the shop.
  'src/apps/cli/{customers,invoices,keys,lists,orders,payments,refunds,vouchers}.server.test.ts',
  'src/features/calendar/**',
  'src/features/cart/server/adding-to-cart.server.test.ts',
  'src/features/checkout/**',
  'src/features/customers/server/{accounts,registering}.server.test.ts',
  'src/features/invoices/server/invoices.server.test.ts',
  'src/features/tickets/server/{issued-items,may-be-admitted,resend}.server.test.ts',
  'test/abuse/holders.server.test.ts',
  'test/{charge-backs,confirmed-email,hostile-gateway-slow,order-links,payments,payments-on-account,refunds-under-way}.server.test.ts',
  'test/{tax-point,travel-times}.server.test.ts',
];
