import type { Gateways } from '#features/payments/server/public.ts';
import type { Config } from '#platform/config/config.ts';

/** The origin at which a gateway's server reaches the shop. */
export const callbackOrigin = (config: Pick<Config, 'shopUrl' | 'shopUrlIsDefault' | 'host' | 'port'>): string =>
  config.shopUrlIsDefault ? `http://${reachableHost(config.host)}:${config.port}` : config.shopUrl;

/** Returns an address that reaches this process when it listens on all interfaces. */
const reachableHost = (host: string): string =>
  host === '0.0.0.0' || host === '::' || host === 'localhost' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;

export interface GatewayChecks {
  /** Problems that prevent payments, or prevent the shop from learning of them. */
  readonly errors: string[];
  readonly warnings: string[];
}

/** Checks every gateway's key, account, currency and callback address. One that does not answer causes a warning. */
export async function checkGateways(
  gateways: Gateways,
  shop: { readonly currency: string; readonly origin: string },
  now: Date,
): Promise<GatewayChecks> {
  const checks: GatewayChecks = { errors: [], warnings: [] };
  await Promise.all(
    gateways.all.map(async (gateway) => {
      try {
        const address = `${shop.origin}/payments/callback/${gateway.name}`;
        for (const { severity, text } of await gateway.check(shop.currency, address, now)) {
          (severity === 'error' ? checks.errors : checks.warnings).push(`${gateway.name}: ${text}`);
        }
      } catch (error) {
        checks.warnings.push(`${gateway.name} could not be checked: ${(error as Error).message}`);
      }
    }),
  );
  return checks;
}
