import { isLoopbackUrl } from '#platform/http/loopback.ts';
import type { GatewayFinding } from '../gateway.ts';
import { type MonriClient, MonriError } from './monri-client.ts';
import type { MonriConfig } from './monri-config.ts';
import { showDigest } from './monri-digests.ts';
import { CURRENCIES } from './monri-form.ts';

/** A number that no order has, because references are in capitals. */
const NO_ORDER = 'foyer-check';

export async function checkMonri(
  { config, client }: { readonly config: MonriConfig; readonly client: MonriClient },
  currency: string,
  callbackUrl: string,
  signal?: AbortSignal,
): Promise<GatewayFinding[]> {
  const findings: GatewayFinding[] = [];
  const find = (severity: GatewayFinding['severity'], text: string) => void findings.push({ severity, text });
  if (isLoopbackUrl(callbackUrl) && !isLoopbackUrl(config.url)) {
    find(
      'warning',
      `Monri cannot reach ${callbackUrl}, so the shop learns of payments only by querying it. Set SHOP_URL to an address that Monri can reach.`,
    );
  }
  if (!CURRENCIES.includes(currency)) {
    find('error', `Monri does not accept ${currency}, only ${CURRENCIES.join(', ')}.`);
  }
  const refusal = await refusalOfAccess({ config, client }, signal);
  if (refusal?.isAboutAccess) {
    const { mode } = config;
    find(
      'error',
      `Monri refuses MONRI_KEY or MONRI_TOKEN (MONRI_MODE is ${mode}, and each mode has its own): ${refusal.detail}`,
    );
  } else if (refusal) {
    find(
      'warning',
      `Monri answers ${refusal.status} for an order that does not exist, but the shop expects 404: ${refusal.detail}. Unpaid orders would wait forever.`,
    );
  }
  return findings;
}

/** Returns why Monri refuses, or null if it answers. Throws if Monri is down. */
async function refusalOfAccess(
  { config, client }: { readonly config: MonriConfig; readonly client: MonriClient },
  signal?: AbortSignal,
): Promise<MonriError | null> {
  const fields = {
    'order-number': NO_ORDER,
    'authenticity-token': config.token,
    digest: showDigest(config.keys[0], NO_ORDER),
  };
  try {
    await client.xml('/orders/show', { root: 'order', fields }, signal);
    return null;
  } catch (error) {
    if (!(error instanceof MonriError)) throw error;
    if (error.isMissing) return null;
    if (error.isAboutAccess || error.isFinal) return error;
    throw error;
  }
}
