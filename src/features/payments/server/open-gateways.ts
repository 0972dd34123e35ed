import type { Config } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import type { Db } from '#platform/db/db.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import type { PaymentGateway } from './gateway.ts';
import { gatewayContacts } from './gateway-contacts.ts';
import { type Gateways, gatewaysOf } from './gateways.ts';
import { type GatewayInUse, otherGatewaysInUse } from './gateways-in-use-store.ts';
import { guardedGateway } from './guarded-gateway.ts';
import { loadGateways } from './load-gateways.ts';
import { sandboxGateway } from './sandbox/sandbox-gateway.ts';

type SandboxConfig = Pick<Config, 'secretKey' | 'sandboxFlow' | 'sandboxModes'>;
type GatewayConfig = SandboxConfig & Pick<Config, 'paymentGateways' | 'gatewayVariables' | 'shopEnv'>;

/** Signs messages between the shop and the sandbox gateway. */
export const sandboxKeyOf = ({ secretKey }: Pick<Config, 'secretKey'>): Buffer =>
  derivedKey(secretKey, 'sandbox-gateway');

/**
 * Opens the configured gateways. Throws a `StartProblem` that lists every mistake in their variables. Notes whether
 * they answer, unless `notesAnswers` is false.
 */
export const openGateways = (
  config: GatewayConfig,
  db: Db,
  { notesAnswers = true }: { notesAnswers?: boolean } = {},
): Promise<Gateways> =>
  loadGateways(
    config.paymentGateways,
    { variables: config.gatewayVariables, isProduction: config.shopEnv === 'production' },
    { sandbox: sandboxOf(config, db) },
    notesAnswers ? gatewayContacts(db) : undefined,
  );

const sandboxOf = (config: SandboxConfig, db: Db): PaymentGateway =>
  sandboxGateway({ db, key: sandboxKeyOf(config), flow: config.sandboxFlow, ...config.sandboxModes });

/** For the demo and for tests. `standIn` can wrap the sandbox in a gateway that fails. */
export const sandboxOnly = (
  config: SandboxConfig,
  db: Db,
  standIn: (sandbox: PaymentGateway) => PaymentGateway = (sandbox) => sandbox,
): Gateways => gatewaysOf([guardedGateway(standIn(sandboxOf(config, db)), undefined, gatewayContacts(db))]);

/**
 * Throws a `StartProblem` if money, open attempts, saved cards or disputes belong to gateways that are not configured.
 */
export async function requireGatewaysInUse(config: GatewayConfig, db: Db, now: Date): Promise<void> {
  const others = await otherGatewaysInUse(db, config.paymentGateways, now);
  if (others.length === 0) return;
  const named = others.map(({ gateway, ...counts }) => `${gateway} (${countsText(counts)})`);
  throw new StartProblem(
    `PAYMENT_GATEWAYS is "${config.paymentGateways.join(',')}", but the shop has payments of ${named.join(' and ')}. ` +
      `Set PAYMENT_GATEWAYS=${[...config.paymentGateways, ...others.map(({ gateway }) => gateway)].join(',')}: ` +
      'the first takes new payments, and the others serve their old ones.',
  );
}

const countsText = ({ open, refundable, savedCards, disputes }: Omit<GatewayInUse, 'gateway'>): string =>
  [
    ...(open > 0 ? [`${open} open`] : []),
    ...(refundable > 0 ? [`${refundable} that can still be refunded`] : []),
    ...(savedCards > 0 ? [`${savedCards} saved ${savedCards === 1 ? 'card' : 'cards'}`] : []),
    ...(disputes > 0 ? [`${disputes} undecided ${disputes === 1 ? 'dispute' : 'disputes'}`] : []),
  ].join(', ');
