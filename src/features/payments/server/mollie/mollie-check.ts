import { isLoopbackUrl } from '#platform/http/loopback.ts';
import type { GatewayFinding } from '../gateway.ts';
import { toMollie } from './mollie-amounts.ts';
import { type MollieMethod, mollieMethods, mollieProfile } from './mollie-answers.ts';
import { type MollieClient, MollieError } from './mollie-client.ts';
import type { MollieConfig } from './mollie-config.ts';

/** Methods that would block a ticket for too long because they do not pay at once, each with the reason. */
const SLOW: Readonly<Record<string, string>> = {
  banktransfer: 'a bank transfer can take 14 days, and the shop offers its own',
  billie: 'its payments must be captured by hand',
  riverty: 'its payments must be captured by hand',
};

export interface MollieCheck {
  readonly findings: readonly GatewayFinding[];
  /** The methods that buyers can use; null if Mollie did not report them. */
  readonly methods: readonly MollieMethod[] | null;
}

export async function checkMollie(
  { config, call }: { readonly config: MollieConfig; readonly call: MollieClient },
  currency: string,
  callbackUrl: string,
  signal?: AbortSignal,
): Promise<MollieCheck> {
  const findings: GatewayFinding[] = [];
  const find = (severity: GatewayFinding['severity'], text: string) => void findings.push({ severity, text });

  if (!hasWebhook(config, callbackUrl)) {
    find(
      'warning',
      `Mollie cannot reach ${callbackUrl}, so the shop learns of payments only by querying it. Set SHOP_URL to an address that Mollie can reach.`,
    );
  }
  const amount = toMollie(25, currency, 0);
  if (!amount) {
    find('error', `Mollie does not accept ${currency}.`);
    return { findings, methods: null };
  }
  let methods: readonly MollieMethod[];
  try {
    const profile = await call({ verb: 'GET', path: '/v2/profiles/me', signal }, mollieProfile);
    if (profile.mode !== config.mode)
      find('error', `MOLLIE_API_KEY is for ${config.mode} payments, but Mollie says ${profile.mode}.`);
    if (profile.status === 'blocked') find('error', `Mollie has blocked the profile “${profile.name}”.`);
    else if (profile.status === 'unverified' && config.mode === 'live') {
      find('warning', `Mollie has not verified the profile “${profile.name}” yet and may refuse payments.`);
    }
    const query = { 'amount[currency]': amount.currency, 'amount[value]': amount.value };
    const answer = await call({ verb: 'GET', path: '/v2/methods', query, signal }, mollieMethods);
    methods = answer._embedded.methods;
  } catch (error) {
    if (!(error instanceof MollieError) || (error.status !== 401 && error.status !== 403)) throw error;
    find('error', `Mollie refuses MOLLIE_API_KEY: ${error.detail}`);
    return { findings, methods: null };
  }

  const active = methods.map(({ id }) => id);
  for (const wanted of config.methods ?? []) {
    if (!active.includes(wanted))
      find('warning', `MOLLIE_METHODS lists ${wanted}, which is not active at Mollie for ${currency}.`);
  }
  const offered = methods.filter(({ id }) => id && (config.methods?.includes(id) ?? true));
  if (offered.length === 0) {
    find(
      'error',
      `No payment method is active at Mollie for ${amount.value} ${currency}. Activate one in Mollie’s dashboard.`,
    );
  }
  for (const { id } of offered) {
    const why = id && SLOW[id];
    if (why) find('warning', `Mollie offers ${id}: ${why}. Deactivate it, or list the others in MOLLIE_METHODS.`);
  }
  return { findings, methods: offered };
}

/** Mollie refuses payments whose messages would go to an address that it cannot reach. */
export const hasWebhook = ({ apiUrl }: Pick<MollieConfig, 'apiUrl'>, callbackUrl: string): boolean =>
  !isLoopbackUrl(callbackUrl) || isLoopbackUrl(apiUrl);
