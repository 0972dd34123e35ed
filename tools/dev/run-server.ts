import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const PROJECT = path.resolve(import.meta.dirname, '../..');

/** The real server as a process that can be started again, on a port that nobody else needs to know. */
export function runServer(env: Record<string, string>) {
  let child: ChildProcess | undefined;
  const port = freePort();

  async function start(): Promise<void> {
    const current = spawn(
      process.execPath,
      [
        '--import',
        path.join(PROJECT, 'tools/set-up/stop-with-parent.mjs'),
        path.join(PROJECT, 'src/apps/server/main.ts'),
      ],
      {
        cwd: PROJECT,
        env: { ...process.env, ...env, PORT: String(await port), HOST: '127.0.0.1' },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    child = current;
    // A server with a mistake in it ends at once; the next change starts it again.
    while (current.exitCode === null && current.signalCode === null && !(await isHealthy(await port))) await pause(50);
  }

  async function stop(): Promise<void> {
    const current = child;
    child = undefined;
    if (!current || current.exitCode !== null || current.signalCode !== null) return;
    current.kill('SIGTERM');
    await new Promise((resolve) => current.once('exit', resolve));
  }

  return {
    port,
    stop,
    async restart() {
      await stop();
      await start();
    },
  };
}

const isHealthy = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
