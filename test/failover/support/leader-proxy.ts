import net from 'node:net';

/** One address for two servers, like HAProxy's: new connections go to the leader. */
export interface LeaderProxy {
  readonly port: number;
  /** Connections to the earlier leader stay open, unless `cuts` is set. */
  lead(port: number, options?: { readonly cuts?: boolean }): void;
  close(): Promise<void>;
}

export async function givenLeaderProxy(): Promise<LeaderProxy> {
  const sockets = new Set<net.Socket>();
  let leader = 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = net.createServer((client) => {
    const upstream = net.connect(leader, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    lead(port, { cuts = false } = {}) {
      leader = port;
      if (cuts) cut();
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
