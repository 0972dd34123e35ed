import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter, findEngineAccount } from '#platform/db/engine-account.ts';
import { launchBrowser } from '../../test/support/browser.ts';
import { documentStates, takePdf } from './documents.ts';
import { writeIndex } from './index-page.ts';
import { lookNames, looks } from './looks.ts';
import { mailStates, takeMail } from './mails.ts';
import { isInManual, MANUAL_LOOK, writeManualPictures } from './office/manual-pictures.ts';
import { officeStates } from './office/states.ts';
import { openPrimitives } from './primitives-server.ts';
import { shopStates } from './shop/states.ts';
import { openShops } from './shops.ts';
import type { State } from './state.ts';
import { type Taken, takeState } from './take-state.ts';
import { makeWorld } from './world.ts';

/* npm run gallery -- [parts of names ...] [--look=light-390,dark-390] [--manual]: takes pictures of everything, or of
   the states whose names contain one of the parts, into gallery/, with gallery/index.html next to them. --manual takes
   the pictures of the staff's manual instead. Exits with 1 when there was no picture to take, when a state could not be
   reached, or when axe or a measurement found a fault. */
const GALLERY = path.resolve(import.meta.dirname, '../../gallery');
const MANUAL = path.resolve(import.meta.dirname, '../../docs/pictures/office');
const AT_ONCE = 2;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isManual = process.argv.includes('--manual');
const wantedLooks = isManual ? [MANUAL_LOOK] : /--look=(\S+)/.exec(process.argv.slice(2).join(' '))?.[1]?.split(',');
const unknownLook = wantedLooks?.find((name) => !lookNames.includes(name));
if (unknownLook) throw new Error(`There is no look ${unknownLook}. The looks are ${lookNames.join(', ')}.`);
const isWantedLook = ({ name }: { name: string }) => !wantedLooks || wantedLooks.includes(name);
const chosen = looks.filter(isWantedLook);
const isWantedName = (name: string) =>
  isManual ? isInManual(name) : words.length === 0 || words.some((word) => name.includes(word));

const parent = canEnter(findEngineAccount(''), os.tmpdir()) ? os.tmpdir() : '/tmp';
const folder = fs.mkdtempSync(path.join(parent, 'foyer-gallery-'));
const startedAt = Date.now();
if (words.length === 0 && !isManual) fs.rmSync(GALLERY, { recursive: true, force: true });
fs.mkdirSync(GALLERY, { recursive: true });

const closing: (() => unknown)[] = [() => fs.rmSync(folder, { recursive: true, force: true })];
const close = async () => {
  for (const step of closing.splice(0).reverse()) await step();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close().then(() => process.exit(1)));

try {
  process.exitCode = (await takeAll()) ? 0 : 1;
} finally {
  await close();
}
process.exit();

async function takeAll(): Promise<boolean> {
  const shops = await openShops(folder);
  closing.push(() => shops.stop());
  const open = await shops.shop('open');
  const world = await makeWorld(open);
  closing.push(() => world.close());
  const browser = await launchBrowser();
  closing.push(() => browser.close());
  const primitives = await openPrimitives(folder, open);
  closing.push(() => primitives.close());
  console.log(`The shops are open (${elapsedSeconds()} s).`);

  const parts = { browser, world, folder: GALLERY, isWantedLook, chosen };
  const screens: State[] = [...shopStates, ...officeStates, ...(await primitives.states())];
  const taken = await takeInPairs(
    screens.map((state) => ({
      name: state.name,
      take: async () => takeState(parts, state, await shops.shop(state.shop ?? 'open')),
    })),
  );
  const mails = await mailStates(shops);
  const pdfs = await documentStates(world);
  taken.push(
    ...(await takeInPairs([
      ...mails.map((mail) => ({ name: mail.name, take: () => takeMail(parts, mail) })),
      ...pdfs.map((pdf) => ({ name: pdf.name, take: () => takePdf(parts, pdf) })),
    ])),
  );
  writeIndex(GALLERY, taken);
  if (isManual && taken.every((one) => !one.missing)) await writeManualPictures(GALLERY, MANUAL);

  const pictures = taken.reduce((sum, { pictures }) => sum + Object.keys(pictures).length, 0);
  const missing = taken.filter((one) => one.missing);
  const findings = taken.flatMap((one) => one.findings);
  console.log(
    `${taken.length - missing.length} states in ${pictures} pictures (${elapsedSeconds()} s): ${path.join(GALLERY, 'index.html')}`,
  );
  console.log(`${missing.length} states missing, ${findings.length} findings.`);
  return pictures > 0 && missing.length === 0 && findings.length === 0;
}

async function takeInPairs(all: readonly { name: string; take: () => Promise<Taken> }[]): Promise<Taken[]> {
  const work = all.filter(({ name }) => isWantedName(name));
  const taken = new Map<string, Taken>();
  const waiting = [...work];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const one = await next.take();
        taken.set(one.name, one);
        if (one.missing) console.log(`MISSING  ${one.name}: ${one.missing}`);
        for (const finding of one.findings) console.log(`FINDING  ${one.name}: ${finding}`);
      }
    }),
  );
  return work.map(({ name }) => taken.get(name)!);
}

function elapsedSeconds(): string {
  return ((Date.now() - startedAt) / 1_000).toFixed(0);
}
