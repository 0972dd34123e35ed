import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface SocketLimits {
  /** The maximum number of open connections. One network may hold half of them. */
  readonly maxOpen: number;
  /** The maximum number of unanswered requests per connection; browsers send one at a time. */
  readonly maxUnanswered: number;
  /** The maximum number of bytes that all clients together may leave unread. */
  readonly maxUnread: number;
  /** A client that reads more slowly than this for `patience` checks in a row is disconnected. */
  readonly minBytesPerSecond: number;
  readonly patience: number;
  /** Milliseconds between two checks. */
  readonly checkEveryMs: number;
}

export const defaultSocketLimits: SocketLimits = {
  maxOpen: 5_000,
  maxUnanswered: 10,
  maxUnread: 64 * 1_024 * 1_024,
  minBytesPerSecond: 1_024,
  patience: 15,
  checkEveryMs: 1_000,
};

interface Watched {
  readonly network: string | null;
  unanswered: number;
  /** Bytes that had been handed to the operating system at the last check. */
  sentBytes: number;
  slowChecks: number;
}

export interface SocketWatch {
  /** Bytes that all clients together had not read at the last check. */
  unread(): number;
  check(): void;
}

/**
 * Limits what clients can use: connections in total and per network, pipelined requests, and answers that are not read.
 * `networkOf` returns null for an address that does not count.
 */
export function watchSockets(
  app: FastifyInstance,
  limits: SocketLimits,
  networkOf: (address: string) => string | null,
): SocketWatch {
  const { server } = app;
  const sockets = new Map<Socket, Watched>();
  const openOfNetwork = new Map<string, number>();
  const maxPerNetwork = Math.ceil(limits.maxOpen / 2);
  let unread = 0;
  server.maxConnections = limits.maxOpen;

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = network === null ? 0 : (openOfNetwork.get(network) ?? 0) + 1;
    if (count > maxPerNetwork) {
      socket.destroy();
      return;
    }
    if (network !== null) openOfNetwork.set(network, count);
    sockets.set(socket, { network, unanswered: 0, sentBytes: 0, slowChecks: 0 });
    socket.once('close', () => {
      sockets.delete(socket);
      if (network === null) return;
      const others = openOfNetwork.get(network)! - 1;
      if (others === 0) openOfNetwork.delete(network);
      else openOfNetwork.set(network, others);
    });
  });

  // This runs before the application.
  server.prependListener('request', ({ socket }, response) => {
    const watched = sockets.get(socket);
    if (!watched) return;
    watched.unanswered += 1;
    if (watched.unanswered > limits.maxUnanswered) {
      socket.destroy();
      return;
    }
    response.once('close', () => {
      watched.unanswered -= 1;
    });
  });

  // One packet can hold thousands of requests, and all of them arrive even if the connection is closed at the tenth.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else done();
  });

  function check(): void {
    unread = 0;
    for (const [socket, watched] of sockets) {
      unread += socket.writableLength;
      const sentBytes = socket.bytesWritten - socket.writableLength;
      const isSlow =
        socket.writableLength > 0 &&
        sentBytes - watched.sentBytes < (limits.minBytesPerSecond * limits.checkEveryMs) / 1_000;
      watched.sentBytes = sentBytes;
      watched.slowChecks = isSlow ? watched.slowChecks + 1 : 0;
      if (watched.slowChecks >= limits.patience) socket.destroy();
    }
    if (unread > limits.maxUnread) cutOffLargest();
  }

  function cutOffLargest(): void {
    const largestFirst = [...sockets.keys()].sort((one, other) => other.writableLength - one.writableLength);
    for (const socket of largestFirst) {
      if (unread <= limits.maxUnread) return;
      unread -= socket.writableLength;
      socket.destroy();
    }
  }

  const timer = setInterval(check, limits.checkEveryMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  return { unread: () => unread, check };
}
