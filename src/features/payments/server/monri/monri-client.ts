import { boundedText, causeOf, oneLine } from '../provider-answer.ts';
import type { MonriConfig } from './monri-config.ts';
import { readXml, writeXml, type XmlAnswer } from './monri-xml.ts';

/** Shorter than the time that the shop waits for a gateway. */
const TIMEOUT_MS = 8_000;
/** In bytes. Each answer is about one order. */
const LONGEST_ANSWER = 200_000;

/** Monri refused the call, answered something that cannot be read, or did not answer. */
export class MonriError extends Error {
  /** The status of the HTTP answer that refused the call; null if nobody knows whether it had an effect. */
  readonly status: number | null;
  readonly detail: string;
  /** Monri was never reached. */
  readonly isUnsent: boolean;

  constructor(call: string, status: number | null, detail: string, isUnsent = false) {
    super(`Monri: ${call}: ${status ?? 'no answer'}: ${detail}`);
    this.name = 'MonriError';
    this.status = status;
    this.detail = detail;
    this.isUnsent = isUnsent;
  }

  get isMissing(): boolean {
    return this.status === 404;
  }

  /** Wrong key, token or digest. Monri does not document the status of these answers. */
  get isAboutAccess(): boolean {
    const { status, detail } = this;
    return status === 401 || status === 403 || (status !== null && status < 500 && /digest|authenticity/i.test(detail));
  }

  /** The call was refused, and repeating it would change nothing. */
  get isFinal(): boolean {
    return (
      this.status !== null &&
      this.status >= 400 &&
      this.status < 500 &&
      !this.isAboutAccess &&
      ![408, 409, 425, 429].includes(this.status)
    );
  }

  /** Nothing happened, so the call may be repeated. */
  get hadNoEffect(): boolean {
    return this.isUnsent || this.isAboutAccess || this.status === 429;
  }
}

export interface MonriClient {
  xml(
    path: string,
    sent: { readonly root: string; readonly fields: Readonly<Record<string, string>> },
    signal?: AbortSignal,
  ): Promise<XmlAnswer['fields']>;
  json(path: string, body: object, signal?: AbortSignal): Promise<unknown>;
}

/** Sends one call, and never repeats it. Throws a `MonriError`, whose text contains no key. */
export function monriClient({ url }: Pick<MonriConfig, 'url'>): MonriClient {
  const send = async (path: string, type: 'xml' | 'json', body: string, signal?: AbortSignal) => {
    const name = `POST ${path}`;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { accept: `application/${type}`, 'content-type': `application/${type}` },
      body,
      // A signed call must not follow a redirect to somebody else.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error: unknown) => {
      throw new MonriError(name, null, causeOf(error), wasNeverSent(error));
    });
    const text = await boundedText(response, LONGEST_ANSWER).catch((error: unknown) => {
      throw new MonriError(name, null, causeOf(error));
    });
    return { name, status: response.status, isRefused: !response.ok, text };
  };

  return {
    async xml(path, { root, fields }, signal) {
      const { name, status, isRefused, text } = await send(path, 'xml', writeXml(root, fields), signal);
      const answer = xmlOf(text);
      if (isRefused) throw new MonriError(name, status, oneLine(answer?.fields.error || 'no explanation'));
      if (!answer) throw new MonriError(name, null, 'an unreadable answer');
      if (answer.fields.error) throw new MonriError(name, null, oneLine(answer.fields.error));
      return answer.fields;
    },
    async json(path, body, signal) {
      const { name, status, isRefused, text } = await send(path, 'json', JSON.stringify(body), signal);
      const answer = jsonOf(text);
      if (isRefused) throw new MonriError(name, status, oneLine(explanationOf(answer)));
      if (answer === undefined) throw new MonriError(name, null, 'an unreadable answer');
      return answer;
    },
  };
}

function xmlOf(text: string): XmlAnswer | null {
  try {
    return readXml(text);
  } catch {
    return null;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explanationOf(answer: unknown): string {
  const { errors, message } = (answer ?? {}) as { readonly errors?: unknown; readonly message?: unknown };
  const messages = [errors ?? message].flat().filter((one) => typeof one === 'string');
  return messages.join(', ') || 'no explanation';
}

const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverSent(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return UNSENT.has(String(cause?.code));
}
