import net from 'node:net';
import type { Config } from './config.ts';

/**
 * With PORT=0 a port that is free now, and the shop's address with it: links are built from the address before anything listens, so
 * the system's choice cannot wait until then. Every other configuration stays as it is.
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
