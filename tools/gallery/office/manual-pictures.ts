import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { fileNameOf } from '../take-state.ts';

/** The state that each picture of the staff's manual shows, by the picture's name below `docs/pictures/office`. */
export const MANUAL_PICTURES: Readonly<Record<string, string>> = {
  'approve-refunds': 'refunds/approve',
  'as-customer': 'order/as the customer sees it',
  audit: 'audit',
  books: 'books/every state',
  'bulk-action': 'bulk action/in progress',
  cancel: 'order/cancel',
  'cancel-many': 'orders/cancel very many',
  'change-holder': 'order/change holder, filled in',
  'change-time': 'order/change time',
  emails: 'emails',
  health: 'health',
  inbox: 'inbox',
  invite: 'team/staff',
  'move-instalment': 'plan/move, filled in',
  'new-order': 'new order/previewed',
  notes: 'order/with notes',
  order: 'order/paid',
  'order-problem': 'order/terms open',
  orders: 'orders',
  person: 'team/person with passkeys and sessions',
  receipts: 'receipts',
  'record-payment': 'order/record a payment',
  refund: 'order/refund, filled in',
  'refund-file': 'refund file/waits',
  'refund-files': 'refund files',
  sales: 'reports/sales by item',
  search: 'search/found',
  'send-again': 'order/reading an email',
  'sign-in': 'sign in',
  'split-instalment': 'plan/split, filled in',
  statement: 'statement',
  today: 'today',
  'undo-change': 'plan/undo',
  'waive-instalment': 'plan/waive, filled in',
};

export const MANUAL_LOOK = 'light-1280';
export const isInManual = (name: string): boolean =>
  Object.values(MANUAL_PICTURES).some((state) => name === `office/${state}`);

/** The height in pixels at which a picture is cut off, because the beginning of a long list shows enough. */
const MAX_HEIGHT = 1_450;
const WIDTH = 1_000;

/** Makes small copies of the pictures in `gallery` for the manual. */
export async function writeManualPictures(gallery: string, folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true });
  for (const [name, state] of Object.entries(MANUAL_PICTURES)) {
    const taken = sharp(path.join(gallery, `${fileNameOf(`office/${state}`)}.${MANUAL_LOOK}.png`));
    const { width, height } = await taken.metadata();
    await taken
      .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
      .resize({ width: WIDTH })
      .png({ palette: true, colours: 64, effort: 10 })
      .toFile(path.join(folder, `${name}.png`));
  }
}
