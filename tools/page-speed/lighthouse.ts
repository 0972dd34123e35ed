import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../set-up/find-chromium.mjs';
import { addToCart, logIn } from './prepare-visit.ts';

// `node tools/page-speed/lighthouse.ts [http://localhost:3000] --lighthouse <file> [--rounds 3]`: runs Lighthouse's
// phone preset on five pages of a running demo shop (the checkout and the order with a login) and prints the medians.
// Lighthouse is not a dependency of the project: `<file>` is `node_modules/lighthouse/cli/index.js` of a folder in
// which `npm install lighthouse` was run. Run it on an otherwise idle machine.

const {
  positionals: [origin = 'http://localhost:3000'],
  values: { lighthouse, rounds },
} = parseArgs({
  allowPositionals: true,
  options: { lighthouse: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
if (!lighthouse) throw new Error('--lighthouse needs the path of cli/index.js of Lighthouse');

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>;
  environment: { benchmarkIndex: number };
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index'] as const;

const MAX_ATTEMPTS = 3;

/** Runs once in a tab of the given browser. With `keepsStorage` it keeps the login and the cart that are in it. */
async function run(port: number, address: string, keepsStorage: boolean): Promise<Report> {
  const flags = [
    `--port=${port}`,
    '--quiet',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(keepsStorage ? ['--disable-storage-reset'] : []),
  ];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const command = [lighthouse!, address, ...flags];
      const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 100_000_000 });
      return JSON.parse(stdout);
    } catch (error) {
      // On a busy machine Lighthouse sometimes misses the start of the page load.
      if (attempt === MAX_ATTEMPTS) throw new Error(`${address}: ${(error as { stderr?: string }).stderr || error}`);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const nothing = async (): Promise<void> => {};

/** Prepares nothing: the browser still has the login from the page before. */
const stayLoggedIn = async (): Promise<void> => {};

/**
 * Prepares a login and a cart, like those of a buyer on a phone. Lighthouse then opens the page in the same browser.
 */
async function withLoginAndCart(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await logIn(page, origin);
  await addToCart(page, origin);
  await page.close();
}

const median = (numbers: number[]): number => numbers.sort((one, other) => one - other)[numbers.length >> 1]!;

const port = await freePort();
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lighthouse-'));
const context = await chromium.launchPersistentContext(folder, {
  executablePath: findChromium() ?? undefined,
  args: ['--no-sandbox', `--remote-debugging-port=${port}`],
});
try {
  console.log('| page | performance | accessibility | best practices | SEO | FCP, LCP, TBT, SI | CLS | machine |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [name, address, prepare] of [
    ['home', '/', nothing],
    ['listing', '/tickets', nothing],
    ['product', '/tickets/coach-amsterdam', nothing],
    ['checkout, logged in with a cart', '/checkout', withLoginAndCart],
    ['order, logged in', '/portal/orders/SLK-2H9CRW', stayLoggedIn],
  ] as const) {
    await prepare(context);
    const reports: Report[] = [];
    for (let round = 0; round < Number(rounds); round += 1) {
      reports.push(await run(port, origin + address, prepare !== nothing));
    }
    const of = (read: (report: Report) => number) => median(reports.map(read));
    const scores = CATEGORIES.map((category) => Math.round(100 * of(({ categories }) => categories[category]!.score)));
    const times = TIMES.map((time) => `${(of(({ audits }) => audits[time]!.numericValue!) / 1_000).toFixed(2)} s`);
    const shift = Math.max(...reports.map(({ audits }) => audits['cumulative-layout-shift']!.numericValue!));
    const machine = Math.round(of(({ environment }) => environment.benchmarkIndex));
    console.log(`| ${[name, ...scores, times.join(', '), Number(shift.toFixed(4)), machine].join(' | ')} |`);
  }
} finally {
  await context.close();
  await fs.rm(folder, { recursive: true, force: true });
}
