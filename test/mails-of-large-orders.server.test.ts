import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { StoredDraft } from '#platform/mail/mail-content.ts';
import { compose } from './support/mail-body.ts';
import { order, orderNow, pressAt } from './support/purchase.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

const TICKETS = 57;

let app: ShopApp;
let token: string;
let placed: Order;
let url: string;

beforeAll(async () => {
  app = await givenShopApp();
  token = await app.login();
  const ordered = await order(app, token, Array<string>(TICKETS).fill('under-16-pass'));
  [placed, url] = [ordered.order, ordered.url!];
});
afterAll(() => app.close());

interface StoredMail {
  key: string | null;
  subject: string;
  draft: StoredDraft;
  recipient: string;
  attachments: { kind: string; code: string }[];
}
const mailsSince = (id: number) =>
  app.db.rows<StoredMail>('select key, subject, draft, recipient, attachments from mails where id > $1 order by id', [
    id,
  ]);
const lastMailId = async () => (await app.db.row<{ id: number }>('select coalesce(max(id), 0) as id from mails'))!.id;

/** Expects each ticket in exactly one of three mails with 19 tickets each, which a mail server accepts. */
async function expectSpread(mails: StoredMail[], firstSubject: string) {
  const { tickets } = await orderNow(app, token, placed.code);
  expect(mails.map(({ subject }) => subject)).toEqual([
    firstSubject,
    `Tickets 20 to 38 of ${TICKETS}, order ${placed.code}`,
    `Tickets 39 to ${TICKETS} of ${TICKETS}, order ${placed.code}`,
  ]);
  expect(mails.map(({ attachments }) => attachments.length)).toEqual([19, 19, 19]);
  const attached = mails.flatMap(({ attachments }) => attachments.map(({ code }) => code));
  expect([...attached].sort()).toEqual(tickets.map(({ code }) => code).sort());
  expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(new Set(['mila@example.org']));
  expect(compose(mails[0]!.draft).text.replace(/\s+/g, ' ')).toContain(
    `Tickets 1 to 19 of ${TICKETS} are attached to this email.`,
  );
}

test('when the tickets do not fit into one mail, each is in exactly one of several', async () => {
  const before = await lastMailId();
  await pressAt(app, url, 'paid');
  const mails = await mailsSince(before);
  await expectSpread(mails, `Your order ${placed.code} is paid`);
  expect(new Set(mails.map(({ key }) => key)).size).toBe(3);
  expect(mails.every(({ key }) => key !== null)).toBe(true);
});

test('tickets that terms accepted later release are sent in the same way', async () => {
  await app.db.run(
    'update orders set terms_version_id = null, terms_accepted_at = null, terms_accepted_via = null where code = $1',
    [placed.code],
  );
  const before = await lastMailId();
  const { status } = await app.call('accept-terms-and-conditions', { order: placed.code, checksum: placed.checksum });
  expect(status).toBe(200);
  await expectSpread(await mailsSince(before), `Terms and Conditions accepted for order ${placed.code}`);
});
