import net from 'node:net';
import path from 'node:path';
import type { TestDatabase } from '../../support/database.ts';
import { type Answer, answerReader, errorMessage, type Request, requestReader } from './postgres-messages.ts';

export interface Statement {
  readonly text: string;
  /** Earlier statements of the same transaction; empty outside a transaction. */
  readonly transaction: readonly string[];
}

/**
 * 'cut' breaks the connection: before a statement, which never reaches the database, or after it, so that its answer
 * never arrives.
 */
type Fate = 'pass' | 'cut';
export type Rule = (statement: Statement, phase: 'before' | 'after') => Fate;

interface Refusal {
  /** PostgreSQL's code, such as 53300 for too many connections. */
  readonly code: string;
  readonly message: string;
}

/** A connection between a shop and its database that can be watched and broken. */
export interface DatabaseProxy {
  /** The address for `DATABASE_URL`. */
  readonly url: string;
  /** Called for every statement on its way to the server, and for its answer on the way back. */
  rule: Rule;
  /** The answer to new connections, until it is null again. */
  refusal: Refusal | null;
  /** Breaks all connections, and new ones until `comeBack`. */
  goAway(): void;
  /** Silently lets nothing pass, like a firewall or a pulled cable. */
  freeze(): void;
  comeBack(): void;
  close(): Promise<void>;
}

type State = 'there' | 'away' | 'frozen';

/** Opens a proxy on a free port in front of a test's database. */
export async function givenProxy(database: Pick<TestDatabase, 'url'>): Promise<DatabaseProxy> {
  const target = targetOf(database.url);
  const sockets = new Set<net.Socket>();
  let state: State = 'there';
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((client) => {
    if (state === 'away') return void client.destroy();
    if (proxy.refusal) return void client.end(errorMessage(proxy.refusal));
    const upstream = net.connect(target.to);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    relay(client, upstream, {
      rule: (statement, phase) => proxy.rule(statement, phase),
      isFrozen: () => state === 'frozen',
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const proxy: DatabaseProxy = {
    url: target.urlAt(port),
    rule: () => 'pass',
    refusal: null,
    goAway() {
      state = 'away';
      breakAll();
    },
    freeze() {
      state = 'frozen';
    },
    comeBack() {
      // A frozen connection has lost bytes and cannot continue.
      if (state === 'frozen') breakAll();
      state = 'there';
    },
    close() {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return proxy;
}

interface Watch {
  readonly rule: Rule;
  isFrozen(): boolean;
}

function relay(client: net.Socket, upstream: net.Socket, { rule, isFrozen }: Watch): void {
  const readRequests = requestReader();
  const readAnswers = answerReader();
  let transaction: string[] = [];
  let isInside = false;
  const underWay: Statement[] = [];
  let held: Buffer[] = [];

  /** Passes a request on. Returns false if the connection was cut. */
  const send = ({ bytes, text }: Request): boolean => {
    if (text !== null) {
      const statement = { text, transaction: [...transaction] };
      if (rule(statement, 'before') === 'cut') return false;
      underWay.push(statement);
      if (/^begin\b/.test(text)) isInside = true;
      else if (isInside) transaction.push(text);
      if (text === 'commit' || text === 'rollback') [isInside, transaction] = [false, []];
    }
    upstream.write(bytes);
    return true;
  };
  const answer = ({ bytes, isReady }: Answer): boolean => {
    held.push(bytes);
    // While a connection starts, requests and answers alternate by other rules.
    const isGreeting = underWay.length === 0;
    if (!isReady && !isGreeting) return true;
    const statement = isReady ? underWay.shift() : undefined;
    if (statement && rule(statement, 'after') === 'cut') return false;
    client.write(Buffer.concat(held));
    held = [];
    return true;
  };
  // Statements may be sent together, and their answers too.
  client.on('data', (chunk: Buffer) => {
    if (!isFrozen() && !readRequests(chunk).every(send)) client.destroy();
  });
  upstream.on('data', (chunk: Buffer) => {
    if (!isFrozen() && !readAnswers(chunk).every(answer)) client.destroy();
  });
  // The server's last message ("terminating connection") answers no request.
  upstream.on('end', () => {
    if (!isFrozen()) client.end(Buffer.concat(held));
  });
}

/** Returns where a test's database listens, and its address behind a proxy. */
export function targetOf(url: string): { to: net.NetConnectOpts; urlAt(port: number): string } {
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const user = searchParams.get('user') ?? username;
  const place = Number(searchParams.get('port') || port || 5432);
  return {
    to: folder ? { path: path.join(folder, `.s.PGSQL.${place}`) } : { host: hostname || '127.0.0.1', port: place },
    urlAt: (proxyPort) => `postgresql://${user}${password ? `:${password}` : ''}@127.0.0.1:${proxyPort}${pathname}`,
  };
}
