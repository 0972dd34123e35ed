import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { type Language, markedText } from '#kernel/language.ts';
import { isDatabaseUnavailable } from '#platform/db/database-unavailable.ts';
import { sendBusy } from '#platform/http/busy-answer.ts';
import { sendRefusal } from '#platform/http/calls.ts';
import type { ShopLook } from '#platform/http/plain-page.ts';
import { busy, type HttpRefusal, notFound } from '#platform/http/refusal.ts';
import { TooManyWaiting } from '#platform/work/at-most.ts';

const byCode: Record<string, HttpRefusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, message: markedText('Please send JSON.') },
  FST_ERR_CTP_EMPTY_TYPE: { status: 415, message: markedText('Please send JSON.') },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, message: markedText('This request is too large.') },
  JSON_TOO_LARGE: { status: 413, message: markedText('This request is too large.') },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, message: markedText('The request must be a JSON object.') },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, message: markedText('The request must be a JSON object.') },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, message: markedText('The request was cut off.') },
};

/** PostgreSQL's error for text that it cannot store (a NUL in an address), so nothing can have this name. */
const UNTRANSLATABLE_TEXT = '22021';

const UNAVAILABLE: HttpRefusal = {
  status: 503,
  message: markedText('The shop is very busy or briefly unavailable. Please try again.'),
  retryAfter: 2,
};
const BROKEN: HttpRefusal = { status: 500, message: markedText('Something went wrong on our side. Please try again.') };

/**
 * Answers everything that no handler answers: unknown addresses, malformed requests, refused work, an unavailable
 * database, and our own bugs, which are logged and never shown.
 */
export function addErrorHandling(
  app: FastifyInstance,
  language: () => Language,
  lookOf: () => Promise<ShopLook>,
): void {
  const send = (response: FastifyReply, refusal: HttpRefusal) => sendRefusal(response, refusal, language());
  app.setNotFoundHandler((_request, response) => send(response, notFound));
  app.setErrorHandler((error: FastifyError, request, response) => {
    const known = byCode[error.code];
    if (known) return send(response, known);
    if (error.code === UNTRANSLATABLE_TEXT) return send(response, notFound);
    if (error instanceof TooManyWaiting) {
      return lookOf().then((look) => sendBusy(request, response, look, busy(error.retryAfter)));
    }
    if (isDatabaseUnavailable(error)) {
      request.log.warn({ error }, 'database unavailable');
      return send(response, UNAVAILABLE);
    }
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
      return send(response, { status: 400, message: markedText('The request could not be read.') });
    }
    request.log.error({ error }, 'request failed');
    return send(response, BROKEN);
  });
}
