import path from 'node:path';
import { openDb } from '#platform/db/db.ts';
import { urlOf } from '#platform/db/engine.ts';
import { migrate } from '#platform/db/migrate.ts';
import { MAIL_KINDS, type MailKind } from '#platform/mail/mail-kinds.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import { expectNoSidewaysScroll } from '../../test/support/browser.ts';
import { writeEveryMail } from '../../test/support/mail-samples.ts';
import { givenShopApp, type ShopApp } from '../../test/support/shop-app.ts';
import type { DocumentParts } from './documents.ts';
import type { GalleryShops } from './shops.ts';
import { fileNameOf, picture, type Taken } from './take-state.ts';
import { whenNotBusy } from './when-not-busy.ts';

export interface MailState {
  readonly name: string;
  /** The newest mail of its kind; undefined if the shop wrote none. */
  readonly mail: MailboxEntry | undefined;
}

/** Returns one mail of every kind, from a separate shop that runs through several months. */
export async function mailStates(shops: GalleryShops): Promise<MailState[]> {
  const connection = await shops.database('gallery_mails');
  await migrate(connection);
  const db = openDb({ connection });
  const url = connection.connectionString ?? urlOf(connection);
  const database = { name: 'gallery_mails', db, connection, url, drop: () => db.end() };
  const app = await givenShopApp({}, { database, fill: true });
  try {
    const mails = await writeEveryMail(patient(app));
    const newest = (kind: MailKind) => mails.find((mail) => mail.kind === kind);
    return await Promise.all(
      MAIL_KINDS.map(async (kind) => {
        const mail = newest(kind);
        return { name: `mail/${kind}`, mail: mail && (await withOwnPictures(mail, app)) };
      }),
    );
  } finally {
    await app.close();
  }
}

/** The same shop, with requests that wait while it is busy. */
const patient = (app: ShopApp): ShopApp => ({
  ...app,
  call: (name, body) => whenNotBusy(() => app.call(name, body)),
  fetch: (pathname, init) => whenNotBusy(() => app.fetch(pathname, init)),
});

/** Inlines the mail's pictures, because the shop that serves them is about to close. */
async function withOwnPictures(mail: MailboxEntry, app: ShopApp): Promise<MailboxEntry> {
  let { html } = mail;
  for (const { cid, url } of mail.attachments.filter((one) => one.cid)) {
    const answer = await app.fetch(url);
    const content = Buffer.from(await answer.arrayBuffer()).toString('base64');
    html = html.replace(`src="cid:${cid}"`, `src="data:${answer.headers.get('content-type')};base64,${content}"`);
  }
  return { ...mail, html };
}

/** Takes pictures of the HTML part in every look and without its head, as some programs show it, and of the text part. */
export async function takeMail(parts: DocumentParts, { name, mail }: MailState): Promise<Taken> {
  if (!mail) return { name, pictures: {}, findings: [], missing: 'The shop sends no such mail.' };
  const { browser, folder, chosen, world } = parts;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // The shop that wrote the mail has been closed, but the open one has the same pictures.
    await page.route('**/images/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: world.shop.origin + pathname }) });
    });
    await page.setContent(mail.html, { waitUntil: 'load' });
    const looks = chosen.filter((look) => !look.forcedColors);
    const { pictures } = await picture(page, name, folder, looks, { isDocument: true });
    const findings: string[] = [];
    const snap = async (what: string, html: string) => {
      await page.setViewportSize({ width: 700, height: 400 });
      await page.setContent(html, { waitUntil: 'load' });
      pictures[what] = `${fileNameOf(name)}.${what}.png`;
      await page.screenshot({ path: path.join(folder, pictures[what]), fullPage: true });
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await expectNoSidewaysScroll(page).catch((error) => findings.push(String(error)));
    await snap('no-head', mail.html.replace(/<head>.*?<\/head>/s, ''));
    const text = `${mail.subject}\n\n${mail.text}`.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    await snap('text', `<pre style="white-space:pre-wrap;font:14px/1.5 monospace;margin:24px">${text}</pre>`);
    return { name, pictures, findings };
  } catch (error) {
    return { name, pictures: {}, findings: [], missing: String(error) };
  } finally {
    await context.close();
  }
}
