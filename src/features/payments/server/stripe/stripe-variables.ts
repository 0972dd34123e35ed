import { StartProblem } from '#platform/config/start-problem.ts';
import type { GatewayOptions } from '../load-gateways.ts';

export interface StripeVariables {
  readonly secretKey: string;
  readonly isLive: boolean;
  /** Two while a secret is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** Whether buyers may choose methods that confirm only after days, such as direct debits. */
  readonly takesDelayedMethods: boolean;
  /** A stand-in; absent for Stripe itself. */
  readonly baseUrl: URL | undefined;
}

const KEY = /^[sr]k_(test|live)_\w{8,}$/;

/** Throws a `StartProblem` that lists every mistake. It never repeats a key or a secret. */
export function readStripeVariables({ variables, isProduction }: GatewayOptions): StripeVariables {
  const mistakes: string[] = [];
  const secretKey = variables.STRIPE_SECRET_KEY ?? '';
  const mode = KEY.exec(secretKey)?.[1];
  if (!secretKey) {
    mistakes.push('STRIPE_SECRET_KEY is required for the gateway stripe: a secret or restricted key of your account.');
  } else if (!mode) {
    mistakes.push(
      'STRIPE_SECRET_KEY must be a secret or restricted key: sk_live_…, rk_live_…, sk_test_… or rk_test_….',
    );
  } else if (isProduction && mode === 'test') {
    mistakes.push(
      'STRIPE_SECRET_KEY is a test key, and this shop is in production: use a key that has "_live_" in it.',
    );
  } else if (!isProduction && mode === 'live') {
    mistakes.push(
      'STRIPE_SECRET_KEY is a live key, and this shop is not in production: use a key that has "_test_" in it, or set SHOP_ENV=production.',
    );
  }

  const webhookSecrets = (variables.STRIPE_WEBHOOK_SECRET ?? '').split(',').flatMap((secret) => secret.trim() || []);
  if (webhookSecrets.length === 0) {
    mistakes.push(
      'STRIPE_WEBHOOK_SECRET is required for the gateway stripe: the signing secret of its webhook endpoint.',
    );
  } else if (!webhookSecrets.every((secret) => /^whsec_\S+$/.test(secret))) {
    mistakes.push(
      'STRIPE_WEBHOOK_SECRET must be a signing secret that begins with "whsec_", or two separated by a comma.',
    );
  }

  const delayed = variables.STRIPE_DELAYED_METHODS ?? '0';
  if (delayed !== '0' && delayed !== '1') mistakes.push('STRIPE_DELAYED_METHODS must be 1 or 0.');

  const base = variables.STRIPE_BASE_URL;
  const baseUrl = base && URL.canParse(base) ? new URL(base) : undefined;
  if (base && isProduction) mistakes.push('STRIPE_BASE_URL is for tests and must not be set in production.');
  else if (base && !['http:', 'https:'].includes(baseUrl?.protocol ?? '')) {
    mistakes.push('STRIPE_BASE_URL must be a URL that starts with http:// or https://.');
  }
  if (mistakes.length > 0) throw new StartProblem(mistakes.join('\n'));
  return { secretKey, isLive: mode === 'live', webhookSecrets, takesDelayedMethods: delayed === '1', baseUrl };
}
