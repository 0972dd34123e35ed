import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_LOGIN } from '#apps/server/demo-customer.ts';
import { freePort } from '../../tools/shop-process.ts';
import {
  type InstalledServer,
  installedPostgres,
  installedServer,
  makeOwnedFolder,
  runProgram,
  USER,
} from '../failover/support/installed-server.ts';
import { buy, callShop } from '../faults/support/buyer.ts';
import { COMMAND_SECRET } from '../support/command-line.ts';
import { newEngineFolder } from '../support/engine-folder.ts';
import { rounds } from '../support/rounds.ts';

// Builds the image of deploy/container and sells with it on an external PostgreSQL server. Takes ten minutes, most of
// them for installing packages twice, so it belongs to `npm run test:long`. CONTAINER_BASE names a base to use instead
// of one made of Debian packages.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 1_800_000 });

const has = (program: string) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));
const wantedBase = process.env.CONTAINER_BASE;
const missing = [
  ...['buildah', 'runc', ...(wantedBase ? [] : ['mmdebstrap'])].filter((program) => !has(program)),
  ...(installedPostgres ? [] : ['postgres']),
  ...(process.getuid?.() === 0 ? [] : ['root']),
];
// Running it once is enough: with TEST_ENGINE the same tests run on another server, which this one does not use.
const isWanted = rounds > 1 && !process.env.TEST_ENGINE;
const isRun = isWanted && missing.length === 0;
if (isWanted && !isRun)
  console.warn(`NOT RUN: the container image, because this machine has no ${missing.join(', ')}.`);

const IMAGE = 'foyer-test';
const PROJECT = path.resolve(import.meta.dirname, '../..');
const CERTIFICATES = process.env.NODE_EXTRA_CA_CERTS;
let container: string;
let folder: string;
let server: InstalledServer;

const execute = promisify(execFile);
const run = async (program: string, words: readonly string[]): Promise<string> =>
  (await execute(program, words, { cwd: PROJECT, maxBuffer: 100_000_000 })).stdout;

beforeAll(async () => {
  if (!isRun) return;
  if (!wantedBase) await run('deploy/container/debian-base.sh', [`${IMAGE}-base`]);
  await run('buildah', [
    ...['bud', '--isolation', 'chroot', '--build-arg', `BASE=${wantedBase ?? `localhost/${IMAGE}-base`}`],
    // These settings are for a network whose proxy signs with its own certificate.
    ...(CERTIFICATES
      ? ['--volume', `${CERTIFICATES}:${CERTIFICATES}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`]
      : []),
    ...['--file', 'deploy/container/Containerfile', '--tag', IMAGE, '.'],
  ]);
  container = (await run('buildah', ['from', `localhost/${IMAGE}`])).trim();
  folder = newEngineFolder();
  const data = makeOwnedFolder(path.join(folder, 'outside'));
  runProgram('initdb', '--pgdata', data, '--username', USER, '--auth', 'trust', '--no-sync');
  server = installedServer(data, await freePort());
  await server.start();
  await server.run(`create database foyer encoding 'UTF8' template template0`);
});
afterAll(async () => {
  if (!isRun) return;
  await run('buildah', ['rm', container]);
  await run('buildah', ['rmi', IMAGE, ...(wantedBase ? [] : [`${IMAGE}-base`])]);
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs a script by `buildah run`, with the program and the settings of the image, in the machine's own network. */
const inContainer = (port: number, script: readonly string[]): string[] => [
  ...['run', '--isolation', 'oci', '--runtime', 'runc', '--network', 'host'],
  ...['--env', `DATABASE_URL=${server.urlOf('foyer')}`, '--env', `SECRET_KEY=${COMMAND_SECRET}`],
  ...['--env', 'SHOP_ENV=test', '--env', `PORT=${port}`],
  ...[container, '--', 'node_modules/node/bin/node', ...script],
];

async function untilReady(url: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/ready`)
      .then(({ status }) => status === 200)
      .catch(() => false);
  const deadline = performance.now() + 240_000;
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('The shop in the container did not start');
    await pause(200);
  }
}

/** Sends the signal that `docker stop` and Kubernetes send, to the container's first process. */
async function stopContainer(): Promise<void> {
  const all = JSON.parse(await run('runc', ['list', '--format', 'json'])) as { id: string; pid: number }[];
  // A stopped one has no process: its pid is 0.
  const isOurs = ({ pid }: { pid: number }) =>
    pid > 0 && fs.readFileSync(`/proc/${pid}/environ`, 'utf8').includes(server.urlOf('foyer'));
  await run('runc', ['kill', all.find(isOurs)!.id, 'TERM']);
}

test.runIf(isRun)(
  'the image starts, sells on an external PostgreSQL server, and stops cleanly on SIGTERM',
  async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const begun = performance.now();
    const child = spawn('buildah', inContainer(port, ['src/apps/server/main.ts']), {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (log += text));
    const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
    await Promise.race([untilReady(url), ended.then(() => Promise.reject(new Error(log)))]);
    const ready = performance.now();

    const addresses = () => [url];
    const { body } = await callShop({ addresses }, 'login', { request_key: randomUUID(), ...DEMO_LOGIN });
    const { order } = await buy({ addresses, token: body.remember_token, externalCode: 'dune-camping' });
    expect(await server.run('select code, payment_status from orders', 'foyer')).toEqual([
      { code: order, payment_status: 'paid' },
    ]);
    const picture = /\/images\/[\w-]+\.avif/.exec(await (await fetch(`${url}/tickets`)).text())![0];
    expect((await fetch(url + picture)).headers.get('content-type')).toBe('image/avif');
    expect(await run('buildah', inContainer(port, ['tools/shop.mjs', 'doctor']))).toContain('Everything matches.');

    const stopping = performance.now();
    await stopContainer();
    expect(await ended).toBe(0);
    expect(log).toContain('Stopping (SIGTERM).');
    const seconds = (ms: number) => (ms / 1_000).toFixed(1);
    console.info(
      `container: first start ${seconds(ready - begun)} s, stopped ${seconds(performance.now() - stopping)} s after SIGTERM`,
    );
  },
);
