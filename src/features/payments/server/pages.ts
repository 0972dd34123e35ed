import type { FastifyInstance } from 'fastify';
import type { TransferParts } from './download-transfer.ts';
import type { PaymentPageParts } from './payment-callback.ts';
import { addGatewayPages } from './payment-pages.ts';
import { addSandboxDashboard } from './sandbox/sandbox-dashboard.ts';
import { addSandboxPages } from './sandbox/sandbox-page.ts';
import { addTransferPages } from './transfer-pages.ts';

/**
 * Serves the gateways' callbacks and returns, and the documents of transfers. `sandbox` has its key if the shop pays by
 * the sandbox gateway, which then has its own pages; `withDashboard` also lists its payments.
 */
export function addPaymentPages(
  app: FastifyInstance,
  parts: PaymentPageParts & TransferParts,
  sandbox: { readonly key: Buffer; readonly withDashboard: boolean } | null,
): void {
  addGatewayPages(app, parts);
  addTransferPages(app, parts);
  if (!sandbox) return;
  const options = { ...parts, key: sandbox.key, currency: async () => (await parts.loadShop()).public };
  addSandboxPages(app, options);
  if (sandbox.withDashboard) addSandboxDashboard(app, options);
}
