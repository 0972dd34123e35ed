import type net from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server's reaction to a mail, or to every connection. By default it accepts mails. */
export type Reaction =
  | 'accept'
  | 'not there'
  | 'stall at greeting'
  | 'refuse login'
  | 'refuse login for now'
  | 'refuse sender'
  | 'refuse recipient'
  | 'refuse for now'
  | 'stall'
  | 'refuse content'
  | 'stall after data'
  | 'cut after data';

export interface SmtpPeer {
  /** The address with a login. */
  readonly url: string;
  readonly received: { from: string; to: string[]; raw: Buffer }[];
  behaviour: Reaction;
  /** Different reactions to some recipients. */
  readonly towards: Map<string, Reaction>;
  /** The number of connections so far, and the maximum that were open at the same time. */
  connections: number;
  maxAtOnce: number;
  close(): Promise<void>;
}

/** A real SMTP server whose reactions a test sets. */
export async function givenSmtpPeer(): Promise<SmtpPeer> {
  const sockets = new Set<net.Socket>();
  const received: SmtpPeer['received'] = [];
  const towards = new Map<string, Reaction>();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (peer.behaviour !== 'stall at greeting') done();
    },
    onAuth({ username }, _session, done) {
      if (peer.behaviour === 'refuse login') return done(withCode('Invalid login', 535));
      if (peer.behaviour === 'refuse login for now') return done(withCode('Try later', 454));
      done(null, { user: username });
    },
    onMailFrom(_address, _session, done) {
      if (peer.behaviour === 'refuse sender') return done(withCode('Not yours to send from', 550));
      done();
    },
    onRcptTo({ address }, _session, done) {
      const reaction = towards.get(address) ?? peer.behaviour;
      if (reaction === 'refuse recipient') return done(withCode('No such mailbox', 550));
      if (reaction === 'refuse for now') return done(withCode('Try again later', 451));
      if (reaction === 'stall') return;
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const reaction = towards.get(to[0]!) ?? peer.behaviour;
        if (reaction === 'refuse content') return done(withCode('Looks like spam', 554));
        received.push({ from: mailFrom ? mailFrom.address : '', to, raw: Buffer.concat(chunks) });
        if (reaction === 'stall after data') return;
        if (reaction !== 'cut after data') return done();
        // Only this connection is cut; the server's other work continues.
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: net.Socket) => {
    peer.connections += 1;
    sockets.add(socket);
    peer.maxAtOnce = Math.max(peer.maxAtOnce, sockets.size);
    socket.once('close', () => sockets.delete(socket));
    if (peer.behaviour === 'not there') socket.destroy();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  const { port } = server.server.address() as net.AddressInfo;
  const peer: SmtpPeer = {
    url: `smtp://shop:secret@127.0.0.1:${port}`,
    received,
    towards,
    behaviour: 'accept',
    connections: 0,
    maxAtOnce: 0,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
  return peer;
}

const withCode = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });
