import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailPart } from '#platform/mail/mail-content.ts';
import { makeMailLook } from '#platform/mail/testing.ts';
import { expectNoSidewaysScroll, workerBrowser } from '../support/browser.ts';
import { LONG_NAME } from '../support/mail-samples.ts';

const url = `https://shop.sandlark.example/payment-plan-payment/SLK-7Q4MXD/${'x'.repeat(43)}/SLK-7Q4MXD-2`;
const email = 'wilhelmina.theodora.van.nieuwenhuizen-oosterschelde@post.larkduin-aan-zee.example.org';

/** The parts of a mail with the longest names, addresses and codes. */
const parts: MailPart[] = [
  { kind: 'paragraph', text: [`Hello ${LONG_NAME}, your address is `, { strong: email }, '. ', { link: url, url }] },
  { kind: 'heading', text: LONG_NAME.replaceAll(' ', '') },
  { kind: 'facts', rows: ['Email address', 'Requested address'].map((label) => ({ label, value: email })) },
  { kind: 'code', label: 'Password', value: 'jwxx6-qcsm6-gdssu-k58qr' },
  { kind: 'button', label: 'Choose a new password', url },
  { kind: 'list', items: [email, 'One', 'Two'] },
  {
    kind: 'amounts',
    rows: [
      { label: 'Coach from Amsterdam, return', notes: [LONG_NAME, email], amount: '€123,456.50' },
      { label: 'Total including taxes and fees', amount: '€123,456.50', isTotal: true },
    ],
  },
  { kind: 'notice', tone: 'warn', title: 'Not you?', text: `Write to ${email} at once.` },
  {
    kind: 'ticket',
    title: LONG_NAME,
    lines: [LONG_NAME, email],
    code: '7KQ2 MX4P HT9W C3VBN',
    link: { label: 'PDF', url },
  },
  { kind: 'operator-html', html: `<p>Write <strong>${email}</strong></p><ul><li>One</li><li>Two</li></ul>` },
];
const { html } = composeMail(makeMailLook(), {
  subject: 's',
  preheader: 'p',
  title: LONG_NAME,
  reason: LONG_NAME,
  parts,
});

let page: Page;

beforeAll(async () => {
  page = await (await workerBrowser()).newPage();
});
afterAll(() => page.close());

test('a mail is no wider than a phone of 320 px, with its style sheets and without', async () => {
  for (const shown of [html, html.replace(/<style>.*?<\/style>/gs, '')]) {
    await page.setContent(shown);
    await expectNoSidewaysScroll(page);
  }
});
