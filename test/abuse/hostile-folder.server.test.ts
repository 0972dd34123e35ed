import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#apps/server/pages/security-headers.ts';
import { importShopFolder } from '#features/shop-config/server/public.ts';
import { givenShopFolder, smallShop, type TestFolder } from '#features/shop-config/testing.ts';
import { enqueueMail, sendWaitingMails } from '#platform/mail/outbox.ts';
import { smtpTransport } from '#platform/mail/smtp-transport.ts';
import { makeMail, makeMailLook } from '#platform/mail/testing.ts';
import { createSealer } from '#platform/secrets/sealer.ts';
import { givenDatabase, type TestDatabase } from '../support/database.ts';
import { givenSmtpPeer } from '../support/smtp-peer.ts';

const now = new Date('2026-11-20T10:00:00Z');

let database: TestDatabase;
let folder: TestFolder;

beforeAll(async () => {
  database = await givenDatabase();
  folder = await givenShopFolder();
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const load = () => importShopFolder({ db: database.db, folder: folder.folder, imagesFolder: null, now });

describe('a shop folder cannot add anything that runs, leads to another site or reaches other files', () => {
  const inShop = (text: string) => ({ 'shop.yaml': `${smallShop['shop.yaml']}${text}\n` });
  const inItem = (text: string) => ({
    'items/9-hostile.yaml': `external_code: hostile\nname: Hostile\ntype: mug\nprice: 5\nstock: 5\ndescription: <p>x</p>\n${text}\n`,
  });
  test.each<[string, Record<string, string>]>([
    ['a link that runs', inShop("website: { url: 'javascript:alert(1)', label: x }")],
    ['a link that runs, after a space', inShop("website: { url: ' javascript:alert(1)', label: x }")],
    ['a data link', inShop("social: { facebook: 'data:text/html,<script>alert(1)</script>' }")],
    ['a stylesheet that runs', inShop("theme: { font_stylesheet: 'javascript:alert(1)' }")],
    [
      'a colour with more text after it',
      inShop("theme: { brand_color: '#fff;} body{background:url(https://x.example)' }"),
    ],
    ['a font with more text after it', inShop("theme: { font_text: 'x;} body{background:url(https://x.example)' }")],
    ['a pixel with code in it', inShop('tracking_pixel_id: "1\');alert(1)//"')],
    ['a page at the address of another page', inShop('ambassadors: { url: login, label: x, title: x }')],
    ['a page at the address of the API', inShop('ambassadors: { url: api, label: x, title: x }')],
    ['a page on another site', inShop("ambassadors: { url: '//evil.example', label: x, title: x }")],
    ['a file of the server', inItem('images: [/etc/passwd]')],
    ['a file above the folder', inItem('images: [../../../etc/passwd]')],
    ['a picture from elsewhere', inItem('images: [https://evil.example/a.png]')],
    [
      'a code that is a path',
      {
        'items/9-hostile.yaml': 'external_code: ../../login\nname: x\ntype: mug\nprice: 5\nstock: 5\ndescription: x\n',
      },
    ],
    ['the name of a prototype', inShop('__proto__: { active: false }')],
    ['another kind of YAML value', inShop('x: !!js/function "function(){}"')],
    [
      'a billion laughs',
      inShop(
        `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]`,
      ),
    ],
  ])('%s is refused, and nothing is loaded', async (_what, files) => {
    await folder.change(files);
    try {
      const loaded = await load();
      expect(loaded.ok).toBe(false);
      expect(await database.db.rows('select 1 from shop_items')).toEqual([]);
    } finally {
      await folder.change({ 'shop.yaml': smallShop['shop.yaml']!, 'items/9-hostile.yaml': null });
    }
  });

  test('without these changes the folder is loaded', async () => {
    expect((await load()).ok).toBe(true);
  });
});

test('a stylesheet address with policy directives adds only its origin to the content policy', () => {
  const options = { isHttps: true, gatewayOrigins: [] };
  const fontStylesheet = "https://x.example/a; script-src * 'unsafe-inline'";
  const policy = contentSecurityPolicy(options, { fontStylesheet, trackingPixelId: null });
  expect(policy).toBe(contentSecurityPolicy(options, { fontStylesheet: 'https://x.example/b', trackingPixelId: null }));
});

test('line breaks in names, subjects and senders add no header and no recipient to a mail', async () => {
  const peer = await givenSmtpPeer();
  const transport = smtpTransport({ url: peer.url, silenceMs: 5_000 });
  const evil = 'Sandlark\r\nBcc: everybody@example.org\r\nX-Evil: 1\n\n<script>alert(1)</script>\u2028';
  try {
    await database.db.transaction((tx) =>
      enqueueMail(
        tx,
        { key: null, kind: 'order-received', recipient: 'mila@example.org', content: { ...makeMail(), subject: evil } },
        now,
      ),
    );
    await sendWaitingMails({
      db: database.db,
      transport,
      letterhead: async () => ({
        sender: {
          name: `${evil}" <x@evil.example>, "y`,
          email: 'tickets@sandlark.example',
          replyTo: 'hello@sandlark.example',
        },
        looks: () => makeMailLook(),
      }),
      renderAttachment: async () => null,
      sealer: createSealer('a key of this test alone', 'mail-bodies'),
      keepSecrets: false,
    }).run(now);
    expect(peer.received).toHaveLength(1);
    const [{ from, to, raw }] = peer.received as [(typeof peer.received)[0]];
    expect([from, to]).toEqual(['tickets@sandlark.example', ['mila@example.org']]);
    const mail = await PostalMime.parse(raw);
    const names = mail.headers.map(({ key }) => key);
    for (const name of ['bcc', 'cc', 'x-evil']) expect(names).not.toContain(name);
    for (const name of ['from', 'to', 'subject', 'message-id'])
      expect(names.filter((one) => one === name)).toEqual([name]);
    expect(mail.from?.address).toBe('tickets@sandlark.example');
    expect(mail.to?.map(({ address }) => address)).toEqual(['mila@example.org']);
  } finally {
    transport.close();
    await peer.close();
  }
});
