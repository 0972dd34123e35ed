import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, markedText } from '#kernel/language.ts';
import { sendRefusal } from '#platform/http/calls.ts';
import { notFound } from '#platform/http/refusal.ts';

type Status = 400 | 408 | 431;

const messages: Record<Status, string> = {
  400: markedText('The request could not be read.'),
  408: markedText('The request took too long to arrive.'),
  431: markedText('The headers of this request are too large.'),
};

/**
 * Matches paths that only programs request. After a redirect to the home page, a browser would take that page for a
 * script or picture.
 */
const REQUESTED_BY_PROGRAMS = /^\/(api|assets|images|link-preview|theme)\//;

/**
 * Answers requests that reach no route or hook: addresses that cannot be decoded, and malformed HTTP. Adds the security
 * headers itself, because the hook that does so is not reached.
 */
export function unreadableRequests(headers: Readonly<Record<string, string>>, language: () => Language) {
  return {
    rewriteUrl: ({ url = '' }: { url?: string }): string => withoutOrigin(url),

    /** An address that cannot be decoded is treated as an unknown path. */
    frameworkErrors: (_error: unknown, request: FastifyRequest, response: FastifyReply): void => {
      response.headers(headers).header('referrer-policy', 'no-referrer');
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && REQUESTED_BY_PROGRAMS.test(request.url)) sendRefusal(response, notFound, language());
      else if (isRead) response.redirect('/', 302);
      else sendRefusal(response, { status: 400, message: messages[400] }, language());
    },

    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      // Part of an earlier answer may already be sent, and the client would read another answer as its body.
      if (hasAnswerUnderWay(socket)) return void socket.destroy();
      socket.end(answerTo(statusOf(error), headers, language()), () => socket.destroy());
    },
  };
}

/**
 * Removes the origin from a request such as `http://shop/tickets`, which a proxy may send. The shop knows its address.
 */
export function withoutOrigin(url: string): string {
  if (url.startsWith('/')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return target === '' || target.startsWith('?') ? `/${target}` : target;
}

/** Refuses HTTP/1.1 requests without the required Host. If Node refused them, our headers would be missing. */
export function refuseWithoutHost(app: FastifyInstance, language: () => Language): void {
  app.addHook('onRequest', async (request, response) => {
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return;
    sendRefusal(response, { status: 400, message: messages[400] }, language());
    return response;
  });
}

function statusOf({ code }: NodeJS.ErrnoException): Status {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

const hasAnswerUnderWay = (socket: Socket): boolean =>
  (socket as Socket & { _httpMessage?: ServerResponse<IncomingMessage> | null })._httpMessage?.headersSent === true;

function answerTo(status: Status, headers: Readonly<Record<string, string>>, { translate }: Language): string {
  const body = JSON.stringify({ message: translate(messages[status]) });
  const all = {
    ...headers,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
