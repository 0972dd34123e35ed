import { afterEach, beforeEach, expect, test } from 'vitest';
import { givenShopFolder, makePicture, smallShop, smallShopFile, type TestFolder } from '../../testing.ts';
import { resolveShopFolder } from '../resolve/resolve-shop-folder.ts';
import { byPlace, describeMistake } from './mistake.ts';
import { readShopFolder } from './read-shop-folder.ts';

const zero = { year: 2027, month: 7, day: 22 };
let folder: TestFolder;
beforeEach(async () => {
  folder = await givenShopFolder();
});
afterEach(() => folder.remove());

/** All mistakes in the folder after the changes, as operators read them. */
async function mistakesAfter(changes: Record<string, string | Buffer | null>): Promise<string[]> {
  await folder.change(changes);
  const { folder: read, mistakes } = await readShopFolder(folder.folder);
  const resolved = read ? (await resolveShopFolder(read, zero)).mistakes : [];
  return [...mistakes, ...resolved].sort(byPlace).map(describeMistake);
}

test('the small shop has no mistakes', async () => {
  expect(await mistakesAfter({})).toEqual([]);
});

test('the mistake for a syntax error names its line', async () => {
  expect(await mistakesAfter({ 'vouchers.yaml': '- code: A1\n  name: [\n' })).toEqual([
    expect.stringMatching(/^vouchers\.yaml:[23]: /),
  ]);
});

test('the mistake for a duplicate key names the line of the second one', async () => {
  expect(await mistakesAfter(smallShopFile('items/3-mug.yaml', 'stock: 7', 'stock: 7\nname: Cup'))).toEqual([
    'items/3-mug.yaml:6: Map keys must be unique',
  ]);
});

test('unknown keys, missing keys and wrong types are all found in one run', async () => {
  const changes = {
    'items/1-pass.yaml': 'external_code: pass\nname: Pass\ntype: ticket\nprize: 100\nstock: many\nfeatured: maybe\n',
    'items/3-mug.yaml': '- external_code: mug\n  name: 7\n  type: mug\n  price: 1\n  stock: 1\n- just text\n',
  };
  expect(await mistakesAfter(changes)).toEqual([
    'items/1-pass.yaml:1: price: is missing',
    'items/1-pass.yaml:4: prize: there is no such key',
    'items/1-pass.yaml:5: stock: expected a whole number of units, or unlimited',
    'items/1-pass.yaml:6: featured: expected true or false',
    'items/3-mug.yaml:2: name: expected text',
    'items/3-mug.yaml:6: expected keys with values',
  ]);
});

test('a wrong currency or a missing page does not hide mistakes elsewhere', async () => {
  expect(
    await mistakesAfter({
      'shop.yaml': smallShop['shop.yaml']!.replace('currency: EUR', 'currency: euro'),
      'pages/faqs.html': null,
      'items/1-pass.yaml': smallShop['items/1-pass.yaml']!.replace('type: ticket', 'type: tikcet'),
      'items/3-mug.yaml': `${smallShop['items/3-mug.yaml']}images: [images/none.png]\n`,
      'items/4-mug.yaml': smallShop['items/3-mug.yaml']!,
      'vouchers.yaml': '- { code: TEN, name: Ten off, amount: 20.005 }\n',
    }),
  ).toEqual([
    'items/1-pass.yaml:3: type: tikcet is neither in product_types nor in merchandise_types of shop.yaml',
    'items/3-mug.yaml:6: images[1]: images/none.png does not exist',
    'items/4-mug.yaml:1: external_code: the item mug occurs twice',
    'pages/faqs.html:1: is missing',
    'shop.yaml:5: currency: expected a currency code such as EUR',
    'vouchers.yaml:1: amount: 20.005 is not an amount with at most 2 decimals',
  ]);
});

test('if the item types cannot be read, no item is refused because of its type', async () => {
  const changes = smallShopFile('shop.yaml', 'product_types: { ticket: Ticket,', 'product_types: { ticket: [Ticket],');
  expect(await mistakesAfter(changes)).toEqual(['shop.yaml:17: product_types.ticket: expected text']);
});

test('the message about a mistake deep in a list names its path and line', async () => {
  const changes = smallShopFile('items/2-coach.yaml', 'at: day+0 13:00', 'at: tomorrow');
  expect(await mistakesAfter(changes)).toEqual([
    'items/2-coach.yaml:9: travel_times[2].at: expected a date with a time such as day+0 09:30 or 2027-07-22 09:30',
  ]);
});

test('unknown files and pages, and missing pages, are refused', async () => {
  expect(
    await mistakesAfter({
      'voucher.yaml': '',
      'pages/faq.html': '<p>x</p>',
      'pages/faqs.html': null,
      'items/mug.txt': '',
      '.hidden': '',
      'README.md': '',
    }),
  ).toEqual([
    'items/mug.txt:1: is not an item: items are .yaml files directly in items/',
    expect.stringContaining('pages/faq.html:1: there is no such page'),
    'pages/faqs.html:1: is missing',
    'voucher.yaml:1: is not part of a shop folder; it may be misspelt',
  ]);
});

test('a folder without shop.yaml is not a shop folder', async () => {
  expect(await mistakesAfter({ 'shop.yaml': null })).toEqual(['shop.yaml:1: is missing']);
});

test('references to events, types, ages and countries that do not exist are refused', async () => {
  const item = smallShop['items/1-pass.yaml']!;
  const shop = smallShop['shop.yaml']!;
  expect(
    await mistakesAfter({
      'items/1-pass.yaml': item
        .replace('event: fest', 'event: gala')
        .replace('age_options: all', 'age_options: [0-17, 99]'),
      'items/3-mug.yaml': smallShop['items/3-mug.yaml']!.replace('type: mug', 'type: cup'),
      'shop.yaml': shop
        .replace('countries: [NL], price', 'countries: [NL, FR, NL], price')
        .replace('bank_transfer_countries: [NL]', 'bank_transfer_countries: [DE]')
        .replace('countries: [NL, BE, GB]', 'countries: [NL, BE, GB, XX, NL]')
        .replace('countries: [NL, BE], price', 'countries: [NL, FR, NL], price')
        .concat('type_plurals: { mug: Mugs, cup: Cups }\n'),
    }),
  ).toEqual([
    'items/1-pass.yaml:4: event: there is no event gala in events.yaml',
    'items/1-pass.yaml:8: age_options[2]: 99 is not in age_ranges of shop.yaml',
    'items/3-mug.yaml:3: type: cup is neither in product_types nor in merchandise_types of shop.yaml',
    'shop.yaml:10: payment.bank_transfer_countries[1]: DE is not in countries',
    'shop.yaml:12: countries[4]: there is no country XX',
    'shop.yaml:12: countries[5]: the country NL occurs twice',
    'shop.yaml:14: shipping[1].countries[2]: FR is not in countries',
    'shop.yaml:14: shipping[1].countries[3]: NL already has a rate',
    'shop.yaml:20: type_plurals.cup: is neither in product_types nor in merchandise_types',
  ]);
});

test.each([
  [
    '- { amount: 50 }\n  - { amount: 50, count: 1, units: months }',
    'payment_plan: the payments come to 100.00, but price and fee to 105.00',
  ],
  [
    '- { amount: 50, count: 1, units: days }\n  - { amount: 55, count: 1, units: months }',
    'payment_plan[1]: the first payment is due at once: it has no count and no units',
  ],
  [
    '- { amount: 50 }\n  - { amount: 55, count: 1 }',
    'payment_plan[2]: a later payment needs count and units, which say when it is due',
  ],
  [
    '- { amount: 105 }\n  - { amount: 0, count: 1, units: weeks }',
    'payment_plan[2].amount: a payment of a plan must be above 0',
  ],
])('a payment plan of %s is refused', async (plan, message) => {
  const mistakes = await mistakesAfter(
    smallShopFile('items/1-pass.yaml', 'stock: 10', `stock: 10\npayment_plan:\n  ${plan}`),
  );
  expect(mistakes.map((mistake) => mistake.replace(/^.*?: /, ''))).toEqual([message]);
});

test('dates in the wrong order are refused', async () => {
  expect(
    await mistakesAfter({
      'events.yaml': smallShop['events.yaml']!.replace('ends: day+3', 'ends: day-1'),
      'items/1-pass.yaml': smallShop['items/1-pass.yaml']!.replace('until: day-30', 'from: day-10, until: day-30'),
      'vouchers.yaml': '- { code: TEN, name: Ten, amount: 10, valid_from: day+2, valid_until: 2027-02-30 }\n',
    }),
  ).toEqual([
    'events.yaml:4: ends: is before starts',
    'items/1-pass.yaml:9: refunds.until: is before from',
    'vouchers.yaml:1: valid_until: 2027-02-30 is not a date',
    'vouchers.yaml:1: valid_until: is before valid_from',
  ]);
});

test('codes that differ only in capitals are the same code', async () => {
  expect(
    await mistakesAfter({
      'items/4-mug.yaml': smallShop['items/3-mug.yaml']!.replace('external_code: mug', 'external_code: MUG'),
      'vouchers.yaml': '- { code: straße, name: A, amount: 1 }\n- { code: STRASSE, name: B, amount: 1 }\n',
    }),
  ).toEqual([
    'items/4-mug.yaml:1: external_code: the item mug occurs twice',
    'vouchers.yaml:2: code: the voucher STRASSE occurs twice',
  ]);
});

test('the ambassadors page cannot take a path of the shop', async () => {
  expect(await mistakesAfter({ 'shop.yaml': `${smallShop['shop.yaml']}ambassadors: { url: checkout }\n` })).toEqual([
    'shop.yaml:20: ambassadors.url: the shop uses /checkout itself',
  ]);
});

test('merchandise cannot have ticket policies', async () => {
  expect(await mistakesAfter({ 'items/3-mug.yaml': `${smallShop['items/3-mug.yaml']}age_options: all\n` })).toEqual([
    'items/3-mug.yaml:6: age_options: merchandise has none',
  ]);
});

test('a font is set in one way only, and must be a font', async () => {
  expect(
    await mistakesAfter({
      'shop.yaml': `${smallShop['shop.yaml']}theme: { font_display: Inter }\nfonts: { heading: fonts/own.woff2, body: fonts/none.ttf }\n`,
    }),
  ).toEqual(['shop.yaml:21: fonts.body: expected a woff2 file inside the folder']);
  expect(
    await mistakesAfter({
      'fonts/own.woff2': 'Not a font',
      'fonts/LICENSE.txt': 'Free for all.',
      'shop.yaml': `${smallShop['shop.yaml']}theme: { font_display: Inter }\nfonts: { heading: fonts/own.woff2 }\n`,
    }),
  ).toEqual([
    'shop.yaml:20: theme.font_display: fonts.heading names a file for the same text',
    'shop.yaml:21: fonts.heading: fonts/own.woff2 is not a WOFF2 font',
  ]);
});

test('only items with a travel time can have a meeting point', async () => {
  expect(
    await mistakesAfter({ 'items/1-pass.yaml': `${smallShop['items/1-pass.yaml']}meeting_point: The gate\n` }),
  ).toEqual(['items/1-pass.yaml:12: meeting_point: an item without a travel time has none']);
});

test('the mistake for an unknown placeholder names its line in the page', async () => {
  expect(await mistakesAfter({ 'pages/faqs.html': '<p>one</p>\n<p>{{amount}}</p>\n' })).toEqual([
    'pages/faqs.html:2: {{amount}} is not a placeholder; a date is written {{day:+0 d MMMM yyyy}}',
  ]);
});

test('the bank transfer text must contain the amount and the code', async () => {
  expect(await mistakesAfter({ 'pages/bank-transfer.html': '<p>Send {{ amount }}.</p>' })).toEqual([
    'pages/bank-transfer.html:1: does not contain {{code}}, so customers would not see it',
  ]);
  expect(await mistakesAfter({ 'pages/bank-transfer.html': null })).toEqual([
    'pages/bank-transfer.html:1: is missing, but payment.bank_transfer is on',
  ]);
});

test('the text for instalments is optional, but must contain the amount and the code', async () => {
  expect(await mistakesAfter({ 'pages/bank-transfer-instalment.html': '<p>Send it.</p>' })).toEqual([
    'pages/bank-transfer-instalment.html:1: does not contain {{amount}}, so customers would not see it',
    'pages/bank-transfer-instalment.html:1: does not contain {{code}}, so customers would not see it',
  ]);
});

test('the mistake for a picture that cannot be used names the line that refers to it', async () => {
  const images = ['images/none.png', '../secret.png', 'images/lies.jpg', 'images/bad.svg'];
  expect(
    await mistakesAfter({
      'images/lies.jpg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      'images/bad.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      'items/3-mug.yaml': `${smallShop['items/3-mug.yaml']}images:\n${images.map((image) => `  - ${image}\n`).join('')}`,
    }),
  ).toEqual([
    'items/3-mug.yaml:7: images[1]: images/none.png does not exist',
    'items/3-mug.yaml:8: images[2]: ../secret.png does not exist',
    'items/3-mug.yaml:9: images[3]: images/lies.jpg is not what its name says, but svg',
    'items/3-mug.yaml:10: images[4]: images/bad.svg is an SVG with <script>',
  ]);
});

test('one warning with the size names each picture that is too small, but never an SVG', async () => {
  await folder.change({
    'images/tiny.png': await makePicture(60, 60),
    'images/mug-350x350.png': await makePicture(350, 350),
    'images/mug-350x500.png': await makePicture(350, 500),
    'images/mug-500x500.png': await makePicture(499, 500),
    'images/mug-100x100.png': await makePicture(100, 100),
    'images/drawn.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    'items/3-mug.yaml': `${smallShop['items/3-mug.yaml']}images: [images/tiny.png, "images/mug-{size}.png", images/drawn.svg]\n`,
    'shop.yaml': `${smallShop['shop.yaml']}images: { logo: images/tiny.png, icon: images/tiny.png, banner: images/drawn.svg }\n`,
  });
  const { folder: read } = await readShopFolder(folder.folder);
  const { mistakes, warnings } = await resolveShopFolder(read!, zero);
  expect(mistakes).toEqual([]);
  const blurred = 'it is enlarged and looks blurred';
  expect(warnings.sort(byPlace).map(describeMistake)).toEqual([
    `items/3-mug.yaml:6: images[1]: images/tiny.png is 60 x 60, too small for 500 x 500: ${blurred}`,
    `items/3-mug.yaml:6: images[2]: images/mug-500x500.png is 499 x 500, too small for 500 x 500: ${blurred}`,
    `shop.yaml:20: images.icon: images/tiny.png is 60 x 60, too small for 180 x 180: ${blurred}`,
    `shop.yaml:20: images.logo: images/tiny.png is 60 x 60, too small for 96 x 96: ${blurred}`,
  ]);
});

test('{size} in a file name stands for one file per size, and a missing size is refused', async () => {
  const mistakes = await mistakesAfter({
    'images/mug-350x350.png': await makePicture(350, 350),
    'images/mug-350x500.png': await makePicture(350, 500),
    'images/mug-500x500.png': await makePicture(500, 500),
    'items/3-mug.yaml': `${smallShop['items/3-mug.yaml']}images: ["images/mug-{size}.png"]\n`,
  });
  expect(mistakes).toEqual(['items/3-mug.yaml:6: images[1]: images/mug-100x100.png does not exist']);
});

test('operator HTML is sanitised, and a warning names what was left out', async () => {
  await folder.change({ 'pages/faqs.html': '<p onclick="steal()">Hi<script>steal()</script></p>' });
  const { folder: read } = await readShopFolder(folder.folder);
  const { shop, warnings } = await resolveShopFolder(read!, zero);
  expect(shop.config.public.texts.faqsHtml).toBe('<p>Hi</p>');
  expect(warnings.map(describeMistake)).toEqual([
    'pages/faqs.html:1: onclick of <p> was left out',
    'pages/faqs.html:1: <script> was left out',
  ]);
});
