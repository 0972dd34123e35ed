import { z } from 'zod';
import { boundedText, causeOf, oneLine } from '../provider-answer.ts';

export interface MollieAccess {
  /** `live_…` or `test_…`. */
  readonly apiKey: string;
  /** Without a trailing slash. In tests, the address of a stand-in. */
  readonly apiUrl: string;
}

export const MOLLIE_API = 'https://api.mollie.com';

/** Shorter than the time that the shop waits for a gateway. */
const TIMEOUT_MS = 8_000;
/** In bytes. The longest answers are lists of 250 payments. */
const LONGEST_ANSWER = 2_000_000;

/** Mollie refused the call, sent an unreadable answer, or did not answer. */
export class MollieError extends Error {
  /** The status of the HTTP answer; null if none came, so that nobody knows whether the call had an effect. */
  readonly status: number | null;
  /** Mollie's own words. */
  readonly detail: string;
  /** The field that Mollie refused. */
  readonly field: string | null;

  constructor(call: string, status: number | null, detail: string, field: string | null = null) {
    super(`Mollie: ${call}: ${status ?? 'no answer'}: ${detail}${field ? ` (${field})` : ''}`);
    this.name = 'MollieError';
    this.status = status;
    this.detail = detail;
    this.field = field;
  }

  /** The call was refused, and repeating it would change nothing. */
  get isFinal(): boolean {
    return (
      this.status !== null &&
      this.status >= 400 &&
      this.status < 500 &&
      ![401, 403, 408, 409, 425, 429].includes(this.status)
    );
  }

  get isMissing(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

interface MollieCall {
  readonly verb: 'GET' | 'POST' | 'DELETE';
  /** Appended to the API's address, such as `/v2/payments`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Within an hour a repeated key returns the first answer. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal | undefined;
}

export type MollieClient = <Answer>(call: MollieCall, answer: z.ZodType<Answer>) => Promise<Answer>;

const refusal = z.object({ title: z.string().optional(), detail: z.string(), field: z.string().optional() });

/** Sends one call, and never repeats it. Throws a `MollieError`, whose text contains no key. */
export function mollieClient({ apiKey, apiUrl }: MollieAccess): MollieClient {
  return async (call, answer) => {
    const name = `${call.verb} ${call.path}`;
    const query = call.query ? `?${new URLSearchParams(call.query)}` : '';
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${apiUrl}${call.path}${query}`, {
      method: call.verb,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/hal+json',
        ...(call.body && { 'content-type': 'application/json' }),
        ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      // A key must not follow a redirect to somebody else.
      redirect: 'error',
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      throw new MollieError(name, null, causeOf(error));
    });
    const text = await boundedText(response, LONGEST_ANSWER).catch((error: unknown) => {
      throw new MollieError(name, null, causeOf(error));
    });
    if (response.status === 204) return parseAnswer(answer, undefined, name);
    const json = jsonOf(response, text);
    if (response.ok) return parseAnswer(answer, json, name);
    const explained = refusal.safeParse(json);
    if (!explained.success) throw new MollieError(name, response.status, 'an answer without an explanation');
    throw new MollieError(name, response.status, oneLine(explained.data.detail), explained.data.field ?? null);
  };
}

function jsonOf(response: Response, text: string): unknown {
  if (!/^application\/(hal\+)?json\b/.test(response.headers.get('content-type') ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Throws if the answer cannot be read: then nobody knows whether the call had an effect. */
function parseAnswer<Answer>(answer: z.ZodType<Answer>, json: unknown, name: string): Answer {
  const read = answer.safeParse(json);
  if (read.success) return read.data;
  const place = read.error.issues[0]?.path.join('.');
  throw new MollieError(name, null, `an unreadable answer${place ? ` (${place})` : ''}`);
}
