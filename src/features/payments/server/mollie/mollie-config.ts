import { StartProblem } from '#platform/config/start-problem.ts';
import { isLoopbackUrl } from '#platform/http/loopback.ts';
import type { GatewayOptions } from '../load-gateways.ts';
import { MOLLIE_API, type MollieAccess } from './mollie-client.ts';

export interface MollieConfig extends MollieAccess {
  readonly mode: 'live' | 'test';
  /** Two while a secret is being replaced. */
  readonly webhookSecrets: readonly string[];
  /** The methods that buyers may choose from; null for all that are active at Mollie. */
  readonly methods: readonly string[] | null;
}

const KNOWN = ['MOLLIE_API_KEY', 'MOLLIE_WEBHOOK_SECRET', 'MOLLIE_METHODS', 'MOLLIE_API_URL'];

/** Throws a `StartProblem` that lists every mistake. No message repeats a key. */
export function readMollieConfig({ variables, isProduction }: GatewayOptions): MollieConfig {
  const mistakes: string[] = [];
  const apiKey = variables.MOLLIE_API_KEY ?? '';
  const mode = /^(live|test)_[A-Za-z0-9]{20,100}$/.exec(apiKey)?.[1] as 'live' | 'test' | undefined;
  if (!apiKey) mistakes.push('MOLLIE_API_KEY is required for the gateway mollie.');
  else if (/^access_/.test(apiKey)) {
    mistakes.push(
      'MOLLIE_API_KEY is an access token. Use the API key of a website profile, which starts with live_ or test_.',
    );
  } else if (!mode) mistakes.push('MOLLIE_API_KEY must start with live_ or test_, as in Mollie’s dashboard.');
  if (mode === 'test' && isProduction) {
    mistakes.push('MOLLIE_API_KEY is a test key, and this shop is in production. Use the key that starts with live_.');
  }

  const webhookSecrets = list(variables.MOLLIE_WEBHOOK_SECRET);
  if (webhookSecrets.length > 2)
    mistakes.push('MOLLIE_WEBHOOK_SECRET must contain at most two secrets: two only while one is being replaced.');

  const methods = list(variables.MOLLIE_METHODS);
  for (const method of methods) {
    if (!/^[a-z0-9]{2,30}$/.test(method))
      mistakes.push(`MOLLIE_METHODS contains "${method}", which is not the name of a method.`);
  }

  const apiUrl = variables.MOLLIE_API_URL ?? MOLLIE_API;
  if (variables.MOLLIE_API_URL !== undefined) {
    if (isProduction) mistakes.push('MOLLIE_API_URL must not be set in production.');
    else if (!isLoopbackUrl(apiUrl)) {
      mistakes.push('MOLLIE_API_URL is for a stand-in on this machine, such as http://127.0.0.1:4010.');
    }
  }

  const unknown = Object.keys(variables).filter((name) => name.startsWith('MOLLIE_') && !KNOWN.includes(name));
  for (const name of unknown) mistakes.push(`${name} is unknown. Mollie’s variables are ${KNOWN.join(', ')}.`);
  if (mistakes.length > 0 || !mode) throw new StartProblem(mistakes.join('\n'));
  return { apiKey, mode, apiUrl, webhookSecrets, methods: methods.length > 0 ? methods : null };
}

const list = (text = ''): string[] => text.split(',').flatMap((part) => part.trim() || []);
