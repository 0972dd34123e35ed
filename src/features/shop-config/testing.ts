import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';

export interface TestFolder {
  readonly folder: string;
  /** Writes or replaces files; null removes one. */
  change(files: Readonly<Record<string, string | Buffer | null>>): Promise<void>;
  remove(): Promise<void>;
}

/** A small valid shop folder: a ticket, a coach, a piece of merchandise and a voucher. */
export const smallShop: Readonly<Record<string, string>> = {
  'shop.yaml': `name: Small shop
tagline: One ticket and one mug
description: A shop for tests.
timezone: Europe/Amsterdam
currency: EUR
active: { shop: true, merchandise: true, refunds: true }
day_zero: { nth: 4, weekday: thursday, month: 7, at_least_days_away: 150 }
terms_version: '1'
operator: { name: Small Ltd, email: hello@small.example, address: [Street 1, Town] }
payment: { credit_card: true, bank_transfer: true, bank_transfer_countries: [NL] }
tax: { tickets: 9, merchandise: 21 }
countries: [NL, BE, GB]
shipping:
  - { name: Post, countries: [NL, BE], price: 6.50 }
address_lines:
  - { key: street, text: Street, required: true }
product_types: { ticket: Ticket, transport: Coach, addon: Extra }
merchandise_types: { mug: Mug }
age_ranges: { 0-17: Under 18, '18': 18 or over }
`,
  'events.yaml': `- code: fest
  name: Fest {{day:+0 yyyy}}
  starts: day+0 12:00
  ends: day+3
  venue: Park
  address: Park 1, Town
`,
  'items/1-pass.yaml': `external_code: pass
name: Pass
type: ticket
event: fest
price: 100.00
fee: 5.00
stock: 10
age_options: all
refunds: { until: day-30, fee: 5 }
name_changes: { limit: 3 }
description: <p>From {{day:+0 d MMMM yyyy}}.</p>
`,
  'items/2-coach.yaml': `external_code: coach
name: Coach
type: transport
event: fest
price: 40
stock: unlimited
travel_times:
  - { code: early, at: day+0 09:30, stock: 4 }
  - { code: late, at: day+0 13:00, stock: unlimited }
`,
  'items/3-mug.yaml': `external_code: mug
name: Mug
type: mug
price: 12.50
stock: 7
`,
  'vouchers.yaml': `- { code: TEN, name: Ten off, amount: 10.00, uses: 5 }
`,
  'pages/faqs.html': '<h2>Why?</h2><p>Because.</p>\n',
  'pages/terms-conditions.html': '<p>The terms.</p>\n',
  'pages/privacy-policy.html': '<p>Private.</p>\n',
  'pages/cookie-policy.html': '<p>No cookies.</p>\n',
  'pages/security-statement.html': '<p>Secure.</p>\n',
  'pages/bank-transfer.html': '<p>Send {{amount}} for {{code}}.</p>\n',
};

/** Writes a new shop folder into the system's folder for temporary files. */
export async function givenShopFolder(
  files: Readonly<Record<string, string | Buffer | null>> = {},
): Promise<TestFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foyer-shop-folder-'));
  const testFolder: TestFolder = {
    folder,
    async change(changes) {
      for (const [file, content] of Object.entries(changes)) {
        const target = path.join(folder, file);
        if (content === null) {
          await rm(target, { force: true });
          continue;
        }
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, content);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  await testFolder.change({ ...smallShop, ...files });
  return testFolder;
}

/** Throws if the piece is missing. */
export function smallShopFile(file: string, from: string, to: string): Record<string, string> {
  const text = smallShop[file]!;
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  return { [file]: text.replace(from, () => to) };
}

/** A plain picture of one colour. */
export const makePicture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d66' } })
    .toFormat(format)
    .toBuffer();
