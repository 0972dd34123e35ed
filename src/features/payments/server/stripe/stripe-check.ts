import type Stripe from 'stripe';
import type { GatewayFinding } from '../gateway.ts';
import { WEBHOOK_EVENTS } from './stripe-callback.ts';
import { API_VERSION, callStripe, StripeCallFailed } from './stripe-client.ts';
import { isStripeCurrency } from './stripe-money.ts';

/** Checks key, account, currency and webhook endpoint. */
export async function checkStripe(stripe: Stripe, currency: string, callbackUrl: string): Promise<GatewayFinding[]> {
  const findings: GatewayFinding[] = [];
  const error = (text: string) => findings.push({ severity: 'error', text });
  const warning = (text: string) => findings.push({ severity: 'warning', text });
  if (!isStripeCurrency(currency)) error(`Payments in ${currency} are not possible at Stripe.`);

  const account = await callOrRefusal('the account', () => stripe.accounts.retrieveCurrent());
  if (account === 'refused') {
    error('Stripe does not accept STRIPE_SECRET_KEY. Copy a key from Developers, API keys.');
    return findings;
  }
  if (account === 'not allowed') {
    warning('STRIPE_SECRET_KEY is a restricted key that cannot read the account, so it was not checked.');
  } else {
    if (!account.charges_enabled) error('The Stripe account cannot take payments yet. Finish its set-up at Stripe.');
    if (!account.payouts_enabled) warning('Stripe does not pay out to this account yet. Finish its set-up at Stripe.');
    const own = account.default_currency?.toUpperCase();
    if (own && own !== currency)
      warning(`The Stripe account is kept in ${own}: Stripe converts ${currency}, at a fee.`);
  }

  if (!callbackUrl.startsWith('https://')) {
    warning(`Stripe cannot reach ${callbackUrl}; "stripe listen" in Stripe's command line can forward its messages.`);
    return findings;
  }
  const endpoints = await callOrRefusal('the webhook endpoints', () => stripe.webhookEndpoints.list({ limit: 100 }));
  if (endpoints === 'refused' || endpoints === 'not allowed') {
    warning('STRIPE_SECRET_KEY cannot read webhook endpoints, so the callback address was not checked.');
    return findings;
  }
  const endpoint = endpoints.data.find(({ url }) => url === callbackUrl);
  if (!endpoint) {
    error(`The Stripe account has no webhook endpoint for ${callbackUrl}.`);
    return findings;
  }
  if (endpoint.status !== 'enabled') error(`Stripe's webhook endpoint ${callbackUrl} is switched off.`);
  const isSubscribed = (event: string) => ['*', event].some((name) => endpoint.enabled_events.includes(name));
  const missing = WEBHOOK_EVENTS.filter((event) => !isSubscribed(event));
  if (missing.length > 0) warning(`Stripe's webhook endpoint ${callbackUrl} lacks the events ${missing.join(', ')}.`);
  if (endpoint.api_version !== API_VERSION) {
    warning(
      `Stripe's webhook endpoint ${callbackUrl} sends version ${endpoint.api_version ?? 'of the account'} instead of ${API_VERSION}, so the shop queries Stripe about every message.`,
    );
  }
  return findings;
}

async function callOrRefusal<T>(what: string, call: () => Promise<T>): Promise<T | 'refused' | 'not allowed'> {
  try {
    return await callStripe(what, call);
  } catch (error) {
    if (error instanceof StripeCallFailed && error.status === 401) return 'refused';
    if (error instanceof StripeCallFailed && error.status === 403) return 'not allowed';
    throw error;
  }
}
