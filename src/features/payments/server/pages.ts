import type { FastifyInstance } from 'fastify';
import type { TransferParts } from './download-transfer.ts';
import { addPaymentCallback, type CallbackParts } from './payment-callback.ts';
import { addPaymentReturn, type ReturnParts } from './payment-return.ts';
import { addSandboxDashboard } from './sandbox/sandbox-dashboard.ts';
import { addSandboxPages } from './sandbox/sandbox-page.ts';
import { addTransferPages } from './transfer-pages.ts';

/**
 * Serves the gateways' callbacks, the browsers' returns and the documents of transfers. `sandbox` is set if the shop
 * uses the sandbox gateway, which then has its own pages; with `hasDashboard` they include a list of its payments.
 */
export function addPaymentPages(
  app: FastifyInstance,
  parts: CallbackParts & ReturnParts & TransferParts,
  sandbox: { readonly key: Buffer; readonly hasDashboard: boolean } | null,
): void {
  addPaymentCallback(app, parts);
  addPaymentReturn(app, parts);
  addTransferPages(app, parts);
  if (!sandbox) return;
  const options = { ...parts, key: sandbox.key, currency: async () => (await parts.loadShop()).public };
  addSandboxPages(app, options);
  if (sandbox.hasDashboard) addSandboxDashboard(app, options);
}
