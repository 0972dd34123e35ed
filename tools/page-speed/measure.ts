import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, PHONE } from '../../test/support/browser.ts';
import { factsOf, observe, type PageFacts } from './page-facts.ts';
import { addToCart, logIn } from './prepare-visit.ts';

// `node tools/page-speed/measure.ts [http://localhost:3000]`: loads pages of a running demo shop like a slow phone,
// three times each with an empty cache, and prints the medians. Run it alone, because figures from a busy machine mean
// little.

const {
  positionals: [origin = 'http://localhost:3000'],
  values: { rounds },
} = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '3' } } });

/** Lighthouse's slow 4G, and a processor that is four times as slow. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 4;

type Preparation = (page: Page) => Promise<void>;

const withCart: Preparation = (page) => addToCart(page, origin);
const loggedIn: Preparation = (page) => logIn(page, origin);
const both: Preparation = async (page) => {
  await loggedIn(page);
  await withCart(page);
};
const nothing: Preparation = async () => {};

const VISITS: [string, string, Preparation][] = [
  ['home', '/', nothing],
  ['listing', '/tickets', nothing],
  ['product', '/tickets/coach-amsterdam', nothing],
  ['merchandise', '/merchandise/lark-tee-m', nothing],
  ['text', '/faqs', nothing],
  ['login', '/login', nothing],
  ['home, logged in', '/', loggedIn],
  ['product, with a cart', '/tickets/coach-amsterdam', withCart],
  ['checkout', '/checkout', both],
  ['portal', '/portal', loggedIn],
];

async function load(browser: Browser, path: string, prepare: Preparation): Promise<PageFacts> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await prepare(page);
    const debug = await context.newCDPSession(page);
    await debug.send('Network.enable');
    await debug.send('Network.clearBrowserCache');
    await debug.send('Network.emulateNetworkConditions', NETWORK);
    await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await observe(page);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    return await factsOf(page);
  } finally {
    await context.close();
  }
}

const median = (numbers: number[]): number => numbers.sort((one, other) => one - other)[numbers.length >> 1]!;
const kB = (bytes: number): string => (bytes / 1_000).toFixed(1);

const browser = await launchBrowser();
console.log(
  '| page | first paint | largest paint | hydrated | blocked | CLS | requests | kB | script | style | fonts | pictures |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
for (const [name, path, prepare] of VISITS) {
  const loads: PageFacts[] = [];
  for (let round = 0; round < Number(rounds); round += 1) loads.push(await load(browser, path, prepare));
  const of = (read: (facts: PageFacts) => number) => median(loads.map(read));
  const bytes = (kind: keyof PageFacts['bytes']) => kB(of((facts) => facts.bytes[kind]));
  const times = (['firstPaint', 'largestPaint', 'hydrated', 'blocked'] as const).map((time) =>
    of((facts) => facts[time]),
  );
  const cells = [
    name,
    ...times.map((time) => Math.round(time)),
    Math.max(...loads.map(({ shift }) => shift)).toFixed(4),
    of((facts) => facts.requests),
    ...(['all', 'script', 'style', 'font', 'image'] as const).map(bytes),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const what of new Set(loads.flatMap(({ shifted }) => shifted))) console.log(`  moved: ${what}`);
  for (const what of new Set(loads.flatMap((facts) => [...facts.unsizedPictures, ...facts.renderBlocking]))) {
    if (!what.endsWith('.css')) console.log(`  unsized or blocking: ${what}`);
  }
}
await browser.close();
