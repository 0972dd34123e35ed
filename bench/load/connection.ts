import net from 'node:net';

export interface Answered {
  status: number;
  /** Returns the value of the first header with this name, ignoring case; undefined if there is none. */
  header(name: string): string | undefined;
  body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const SILENCE_MS = 60_000;

/**
 * One keep-alive HTTP/1.1 connection that sends one request at a time. It supports only what the bench needs (answers
 * with a `content-length`), because every microsecond here is taken from the server on the same machine.
 */
export class Connection {
  readonly #host: string;
  readonly #port: number;
  #socket: net.Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #missing = 0;
  #head = '';
  #waiting: { resolve(answer: Answered): void; reject(error: Error): void } | undefined;

  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.#host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    this.#port = Number(port);
  }

  /** Returns a request's bytes. A client that always sends the same request can build them once. */
  static request(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body = ''): Buffer {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '';
    return Buffer.from(`${method} ${path} HTTP/1.1\r\nhost: shop\r\n${lines.join('')}${length}\r\n${body}`);
  }

  async send(request: Buffer): Promise<Answered> {
    const socket = this.#socket ?? (await this.#open());
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      socket.write(request);
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true });
      socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('no answer within a minute')));
      socket.once('connect', () => {
        this.#socket = socket;
        resolve(socket);
      });
      socket.on('data', (bytes: Buffer) => this.#take(bytes));
      const fail = (error?: Error) => {
        if (this.#socket === socket) this.#socket = undefined;
        const waiting = this.#waiting;
        this.#waiting = undefined;
        this.#received = Buffer.alloc(0);
        this.#missing = 0;
        waiting?.reject(error ?? new Error('the connection was closed'));
        reject(error ?? new Error('no connection'));
      };
      socket.once('error', fail);
      socket.once('close', () => fail());
    });
  }

  #take(bytes: Buffer): void {
    if (this.#missing > 0) {
      this.#takeBody(bytes);
      return;
    }
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return;
    this.#head = this.#received.toString('latin1', 0, end);
    const body = this.#received.subarray(end + HEAD_END.length);
    this.#received = Buffer.alloc(0);
    this.#chunks = [];
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1];
    if (length === undefined) {
      this.#socket?.destroy(new Error(`an answer without content-length: ${this.#head.slice(0, 300)}`));
      return;
    }
    this.#missing = Number(length);
    if (this.#missing === 0) this.#answer();
    else if (body.length > 0) this.#takeBody(body);
  }

  #takeBody(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#missing -= bytes.length;
    if (this.#missing <= 0) this.#answer();
  }

  #answer(): void {
    const waiting = this.#waiting;
    const head = this.#head;
    const chunks = this.#chunks;
    this.#waiting = undefined;
    this.#missing = 0;
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      header: (name) => new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1],
      body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
    });
  }
}
