import { StartProblem } from '#platform/config/start-problem.ts';
import type { PaymentGateway } from './gateway.ts';
import type { GatewayContacts } from './gateway-contacts.ts';
import { type Gateways, gatewaysOf } from './gateways.ts';
import { guardedGateway } from './guarded-gateway.ts';

export interface GatewayOptions {
  /** The environment variables that begin with the gateway's name in capitals. */
  readonly variables: Readonly<Record<string, string>>;
  readonly isProduction: boolean;
}

/** Creates the adapter. Throws a `StartProblem` that lists every mistake in its variables, one per line. */
type CreateGateway = (options: GatewayOptions) => PaymentGateway;

/** Loaded only if they are configured. */
const adapters: Readonly<Record<string, () => Promise<CreateGateway>>> = {
  mollie: async () => (await import('./mollie/mollie-gateway.ts')).createMollie,
  stripe: async () => (await import('./stripe/stripe-gateway.ts')).createStripeGateway,
  monri: async () => (await import('./monri/monri-gateway.ts')).createMonri,
};

/**
 * Loads the configured gateways, in order. Throws a `StartProblem` that lists every mistake. `own` contains the
 * gateways that need no variables.
 */
export async function loadGateways(
  names: readonly string[],
  options: GatewayOptions,
  own: Readonly<Record<string, PaymentGateway>>,
  contacts?: GatewayContacts,
): Promise<Gateways> {
  const mistakes: string[] = [];
  const gateways: PaymentGateway[] = [];
  for (const name of names) {
    try {
      gateways.push(guardedGateway(own[name] ?? (await adapterNamed(name))(options), undefined, contacts));
    } catch (error) {
      if (!(error instanceof StartProblem)) throw error;
      mistakes.push(error.message);
    }
  }
  if (mistakes.length > 0) throw new StartProblem(mistakes.join('\n'));
  const [first, ...others] = gateways;
  if (!first) throw new Error('No gateway is configured');
  return gatewaysOf([first, ...others]);
}

function adapterNamed(name: string): Promise<CreateGateway> {
  const load = adapters[name];
  if (!load) throw new Error(`There is no gateway ${name}`);
  return load();
}
