import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { isLoopbackAddress } from '#platform/http/loopback.ts';

const SCRIPT_PATH = '/@reload.js';
const EVENTS_PATH = '/@reload';
const TAG = `<script src="${SCRIPT_PATH}" defer></script>`;
// A file of our own origin and a connection to it: the pages' content policy stays as it is.
const SCRIPT = `new EventSource(${JSON.stringify(EVENTS_PATH)}).addEventListener('reload', () => location.reload());\n`;

const PATIENCE_MS = 20_000;

/** Passes requests on to the server, waits for it while it starts, and puts a script into pages that listens for `reload`. */
export function createReloader(port: Promise<number>) {
  const listeners = new Set<http.ServerResponse>();

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.url === SCRIPT_PATH) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    } else if (request.url === EVENTS_PATH) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(': here\n\n');
      listeners.add(response);
      request.once('close', () => listeners.delete(response));
    } else {
      await passOn(request, response, await port);
    }
  }

  return {
    handle: (request: http.IncomingMessage, response: http.ServerResponse) => void handle(request, response),
    reload() {
      for (const listener of listeners) listener.write('event: reload\ndata:\n\n');
    },
  };
}

async function passOn(request: http.IncomingMessage, response: http.ServerResponse, port: number): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  for (let waited = 0; ; waited += 100) {
    try {
      return await passOnce(request, body, response, port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || waited >= PATIENCE_MS) {
        response
          .writeHead(502, { 'content-type': 'text/plain' })
          .end(`The server does not answer: ${(error as Error).message}\n`);
        return;
      }
      await pause(100);
    }
  }
}

function passOnce(
  request: http.IncomingMessage,
  body: Buffer,
  response: http.ServerResponse,
  port: number,
): Promise<void> {
  // Pages come unpacked, so that the script can be put in.
  const headers: http.OutgoingHttpHeaders = { ...request.headers, 'accept-encoding': 'identity' };
  const peer = request.socket.remoteAddress ?? '';
  // To the server every request comes from this machine, and it opens /dev only to this machine.
  if (!isLoopbackAddress(peer)) headers['x-forwarded-for'] = peer;
  return new Promise((resolve, reject) => {
    const passed = http.request(
      { port, host: '127.0.0.1', method: request.method, path: request.url, headers },
      (answer) => {
        const isPage = answer.headers['content-type']?.startsWith('text/html') && answer.statusCode !== 304;
        if (!isPage) {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response).once('finish', resolve);
          return;
        }
        const parts: Buffer[] = [];
        answer.on('data', (part) => parts.push(part));
        answer.once('end', () => {
          const { 'content-length': _, etag: __, ...rest } = answer.headers;
          response.writeHead(answer.statusCode!, { ...rest, 'cache-control': 'no-store' });
          response.end(Buffer.concat(parts).toString().replace('</head>', `${TAG}</head>`));
          resolve();
        });
      },
    );
    passed.once('error', reject);
    passed.end(body);
  });
}
