/**
 * Server tests that one engine is enough for, by what their rule is about. Stock, carts, orders, money, plans, tickets, refunds, vouchers,
 * accounts, limits, due work, imports, backups and migrations hang on what a database does, and run on both.
 */
export const ONE_ENGINE = [
  // The embedded engine itself, processes that are killed and connections that break.
  'src/platform/db/engine.server.test.ts',
  'test/faults/**',
  'test/{bench,filled-shop}.server.test.ts',
  // HTTP: sockets, strange and broken requests, busy servers, how long an answer takes, what it and the log give away.
  'src/platform/http/sockets.server.test.ts',
  'test/overload/**',
  'test/abuse/{authorisation,bad-input,broken-http,canaries,holders,timing}.server.test.ts',
  // Mail servers that fail, and the page where mails are read.
  'src/platform/mail/{mailbox,smtp-faults}.server.test.ts',
  // Pages and documents as they are drawn.
  'src/apps/server/pages/**',
  'src/features/calendar/**',
  'src/features/tickets/server/pages.server.test.ts',
  // Shop folders as they are written, and what must not come in with one.
  'src/features/shop-config/server/export-shop-folder.server.test.ts',
  'test/abuse/hostile-folder.server.test.ts',
  // Programs that are started and what they print, and the demo's own content.
  'src/apps/cli/{lists,main}.server.test.ts',
  'src/apps/server/demo-orders.server.test.ts',
  // Time zones and currencies: the shop computes with them, no statement does.
  'test/time.server.test.ts',
];
