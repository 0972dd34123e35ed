import type net from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** The address for `SMTP_URL`. */
  readonly url: string;
  /** How often each Message-ID arrived. */
  readonly arrived: Map<string, number>;
  close(): Promise<void>;
}

/** A mail server that accepts and counts everything. */
export async function givenMailSink(): Promise<MailSink> {
  const arrived = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const id = /^message-id:\s*(<[^>]+>)/im.exec(Buffer.concat(chunks).toString('latin1'))?.[1] ?? 'none';
        arrived.set(id, (arrived.get(id) ?? 0) + 1);
        done();
      });
    },
  });
  // A killed process leaves a broken connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as net.AddressInfo).port}`,
    arrived,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
