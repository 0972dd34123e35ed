import net from 'node:net';
import type { Config } from './config.ts';

/**
 * Chooses a free port for PORT=0, and the shop's address with it. Links are built from the address before the server
 * listens, so the choice cannot be left to `listen`. Returns any other configuration unchanged.
 */
export async function withChosenPort(config: Config): Promise<Config> {
  if (config.port !== 0 || config.role === 'worker') return config;
  const port = await freePort(config.host);
  return { ...config, port, shopUrl: config.shopUrlIsDefault ? `http://localhost:${port}` : config.shopUrl };
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
