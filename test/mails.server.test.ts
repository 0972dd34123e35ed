import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS } from '#platform/mail/mail-kinds.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import { brokenRules } from './support/mail-rules.ts';
import { writeEveryMail } from './support/mail-samples.ts';
import { givenShopApp, type ShopApp } from './support/shop-app.ts';

let app: ShopApp;
let mails: MailboxEntry[];

beforeAll(async () => {
  app = await givenShopApp();
  mails = await writeEveryMail(app);
});
afterAll(() => app.close());

test('every kind of mail that the shop sends is checked here', () => {
  expect([...new Set(mails.map(({ kind }) => kind))].sort()).toEqual([...MAIL_KINDS].sort());
});

test.for([...MAIL_KINDS])('mails of the kind %s work in the programs that people read them with', (kind) => {
  const broken = mails
    .filter((mail) => mail.kind === kind)
    .flatMap((mail) => brokenRules(mail).map((problem) => `${mail.subject}: ${problem}`));
  expect(broken).toEqual([]);
});
