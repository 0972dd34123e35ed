import http from 'node:http';
import https from 'node:https';
import Stripe from 'stripe';
import type { StripeVariables } from './stripe-variables.ts';

/** Messages of other versions are not read: the shop fetches the object instead. Follows the SDK's version. */
export const API_VERSION = Stripe.API_VERSION;

/** The shop stops waiting after 10 s. */
const TIMEOUT_MS = 8_000;
/** Stripe answers more than 100 writes a second with 429; several processes share that. */
const CALLS_AT_ONCE = 20;

/** Makes a client that never retries: due work retries calls with the same idempotency key. */
export function stripeClient({ secretKey, baseUrl }: Pick<StripeVariables, 'secretKey' | 'baseUrl'>): Stripe {
  const isPlain = baseUrl?.protocol === 'http:';
  const agentOptions = { keepAlive: true, maxSockets: CALLS_AT_ONCE };
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    httpClient: onlyObjects(isPlain ? new http.Agent(agentOptions) : new https.Agent(agentOptions)),
    ...(baseUrl && {
      host: baseUrl.hostname,
      port: baseUrl.port || (isPlain ? 80 : 443),
      protocol: isPlain ? 'http' : 'https',
    }),
  });
}

/** The SDK would end the process over an answer that is JSON but not an object, which a proxy might send. */
function onlyObjects(agent: http.Agent): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient(agent);
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...parts) => {
    const response = await makeRequest(...parts);
    const toJson = response.toJSON.bind(response);
    response.toJSON = async () => {
      const value: unknown = await toJson();
      if (typeof value !== 'object' || value === null) throw new Error('not an object');
      return value;
    };
    return response;
  };
  return client;
}

/** A Stripe error without the fields that must not reach a log, such as the headers and the payment. */
export class StripeCallFailed extends Error {
  override readonly name = 'StripeCallFailed';
  /** The status of the HTTP answer; undefined if there was none. */
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** Stripe understood the request and refuses it: repeating it is pointless. */
  readonly isFinal: boolean;
  /** Stripe's own words, for the operator. */
  readonly words: string;
  readonly declineCode: string | undefined;
  /** What the bank advises about another attempt. */
  readonly adviceCode: string | undefined;
  readonly intent: string | undefined;

  constructor(what: string, error: InstanceType<typeof Stripe.errors.StripeError>) {
    const facts = [error.statusCode, error.code, error.decline_code, error.requestId].filter(Boolean).join(', ');
    const words = withoutKeys(error.message).slice(0, 300);
    super(`Stripe: ${what} failed (${facts || error.type}): ${words}`);
    this.words = words;
    this.isFinal = error instanceof Stripe.errors.StripeInvalidRequestError;
    this.status = error.statusCode;
    this.code = error.code;
    this.declineCode = error.decline_code;
    this.adviceCode = error.advice_code;
    this.intent = error.payment_intent?.id;
  }
}

const withoutKeys = (text: string): string => text.replace(/\b([sr]k|whsec|pi)_[\w*]+/g, '$1_…');

/** Throws a `StripeCallFailed` if the call fails. */
export async function callStripe<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? new StripeCallFailed(what, error) : error;
  }
}

/** Calls Stripe as `callStripe` does; null if Stripe does not have the object. */
export async function callStripeOrNull<T>(what: string, call: () => Promise<T>): Promise<T | null> {
  try {
    return await callStripe(what, call);
  } catch (error) {
    if (error instanceof StripeCallFailed && error.status === 404) return null;
    throw error;
  }
}
