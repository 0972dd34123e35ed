import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { Look } from './looks.ts';
import { fileNameOf, type Taken } from './take-state.ts';
import { whenNotBusy } from './when-not-busy.ts';
import type { World } from './world.ts';

interface PdfState {
  name: string;
  url: string;
}

export interface DocumentParts {
  browser: Browser;
  world: World;
  folder: string;
  chosen: readonly Look[];
}

/** Returns the documents attached to mails, one of each kind, invoices, and a credit note. */
export async function documentStates(world: World): Promise<PdfState[]> {
  const pdfs = new Map<string, PdfState>();
  for (const mail of await world.mails()) {
    for (const { kind, url, cid } of mail.attachments) {
      // Attachments with a content id are pictures of the mail.
      if (!cid && !pdfs.has(kind)) pdfs.set(kind, { name: `pdf/${kind}`, url: world.shop.origin + url });
    }
  }
  for (const suffix of ['2H9CRW', '7Q4MXD', '4X7VPD']) {
    const { code, checksum, has_invoice, credit_notes } = world.order(suffix);
    const url = `${world.shop.origin}/download-invoice/${code}/${checksum}`;
    if (has_invoice) pdfs.set(`invoice ${suffix}`, { name: `pdf/invoice ${suffix}`, url });
    const [note] = credit_notes;
    if (note) pdfs.set('credit note', { name: 'pdf/credit note', url: `${url}?number=${note.code}` });
  }
  return [...pdfs.values()];
}

/** Takes pictures of a document's pages with pdftoppm; without that program, only of the first page with Chromium. */
export async function takePdf({ browser, folder }: DocumentParts, { name, url }: PdfState): Promise<Taken> {
  const answer = await whenNotBusy(() => fetch(url));
  if (!answer.ok) return { name, pictures: {}, findings: [], missing: `${url} answered ${answer.status}` };
  const file = path.join(folder, `${fileNameOf(name)}.pdf`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const root = file.replace(/\.pdf$/, '');
  const printed = spawnSync('pdftoppm', ['-r', '80', '-png', file, root]);
  if (printed.status === 0) {
    const pages = fs
      .readdirSync(path.dirname(file))
      .filter((one) => one.startsWith(`${path.basename(root)}-`) && one.endsWith('.png'));
    return { name, pictures: Object.fromEntries(pages.map((one) => [one, `pdf/${one}`])), findings: [] };
  }
  const page = await browser.newPage();
  try {
    await page.goto(`file://${file}`);
    await page.screenshot({ path: `${root}.png` });
    return { name, pictures: { page: `${fileNameOf(name)}.png` }, findings: [] };
  } catch (error) {
    return { name, pictures: {}, findings: [], missing: `No pdftoppm, and Chromium shows no documents: ${error}` };
  } finally {
    await page.close();
  }
}
