import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  catalogueFile,
  catalogueProblems,
  catalogueText,
  ENGLISH,
  englishCatalogue,
  languagesIn,
  PARTS,
  readCatalogue,
} from './catalogues.ts';
import { readTexts } from './read-texts.ts';
import { type SourceText, sourceTexts } from './source-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../../src');
const FOLDER = path.join(SOURCES, 'languages');
const HOW = 'node tools/languages/languages.ts --write brings the files up to date; then translate the new texts';

describe('the languages of the shop', () => {
  const { texts, problems, files, components, strings } = sourceTexts(SOURCES);
  const languages = languagesIn(FOLDER);

  test('every text can be translated, and no screen shows words outside a text call', () => {
    expect(files).toBeGreaterThan(500);
    expect(texts.size).toBeGreaterThan(700);
    expect(problems).toEqual([]);
  });

  test('the words of all components were checked', () => {
    expect(components).toBeGreaterThan(150);
    expect(strings).toBeGreaterThan(2_500);
  });

  test('the languages are English, German and Croatian', () => expect(languages).toEqual(['de', 'en', 'hr']));

  test.each(PARTS)('the English catalogue (%s) matches the sources', (part) => {
    const written = fs.readFileSync(catalogueFile(FOLDER, ENGLISH, part), 'utf8');
    expect(written, HOW).toBe(catalogueText(englishCatalogue(texts, part)));
  });

  test.each(languages.filter((language) => language !== ENGLISH))('%s has every text in every form', (language) => {
    const faults = PARTS.flatMap((part) =>
      catalogueProblems(language, part, readCatalogue(catalogueFile(FOLDER, language, part)), texts),
    );
    expect(faults, HOW).toEqual([]);
  });
});

describe('a button’s accessible name contains its visible text, for users of voice control (WCAG 2.5.3)', () => {
  const shownAndCalled = [
    ['Choose Time', 'Choose Time for {product}, {full_name}'],
    ['Download', 'Download {product}, {full_name} (PDF, opens in a new window)'],
    ['Manage', 'Manage {product}, {full_name}'],
    ['Manage', 'Manage instalment {reference}, due {date}'],
    ['View', 'View instalment {reference}, due {date}'],
    ['Remove', 'Remove {line}'],
    ['Remove', 'Remove voucher {code}'],
    ['Personalise', 'Personalise {line}'],
    ['Change', 'Change where the refund goes'],
    ['Change', 'Change {detail}'],
    ['Change', 'Change the items to refund'],
    ['Undo', 'Undo: put {line} back'],
    ['Cart', 'Cart, expired'],
  ] as const;

  test.each(languagesIn(FOLDER))('%s', (language) => {
    const catalogue = readCatalogue(catalogueFile(FOLDER, language, 'shop')) as Record<string, string>;
    for (const [shown, called] of shownAndCalled)
      expect(catalogue[called]!.toLowerCase(), called).toContain(catalogue[shown]!.toLowerCase());
  });
});

describe('every fault of a catalogue is found', () => {
  const source = (key: string, forms: SourceText['forms'] = null): [string, SourceText] => [
    key,
    { key, forms, line: 1, file: 'ui/x.tsx', part: 'shop' },
  ];
  const texts = new Map([
    source('Pay {amount}'),
    source('Read the <a>terms</a>'),
    source(' and more'),
    source('{count} tickets', { one: '{count} ticket', other: '{count} tickets' }),
  ]);
  const complete = {
    'Pay {amount}': '{amount} platiti',
    'Read the <a>terms</a>': 'Pročitaj <a>uvjete</a>',
    ' and more': ' i više',
    '{count} tickets': { one: '{count} karta', few: '{count} karte', other: '{count} karata' },
  };

  test('a complete catalogue has no problems', () =>
    expect(catalogueProblems('hr', 'shop', complete, texts)).toEqual([]));

  test.each([
    ['a missing text', { 'Pay {amount}': undefined }, /“Pay \{amount\}” is not translated \(src\/ui\/x\.tsx:1\)/],
    ['an empty text', { 'Pay {amount}': '' }, /is not translated/],
    ['another placeholder', { 'Pay {amount}': 'Plati {iznos}' }, /has \{iznos\} instead of \{amount\}/],
    ['a lost tag', { 'Read the <a>terms</a>': 'Pročitaj uvjete' }, /has no placeholders instead of <\/a> <a>/],
    ['a lost space', { ' and more': 'i više' }, /begins or ends with different spaces/],
    ['a missing form', { '{count} tickets': { one: '{count} karta', other: '{count} karata' } }, /needs the forms/],
    [
      'one text where forms are needed',
      { '{count} tickets': '{count} karata' },
      /has a count, so it needs plural forms/,
    ],
    ['a text that the code no longer uses', { Gone: 'Otišlo' }, /“Gone” is not used/],
  ])('%s', (_what, change, objection) => {
    const changed = JSON.parse(JSON.stringify({ ...complete, ...change }));
    const found = catalogueProblems('hr', 'shop', changed, texts);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(objection);
  });
});

describe('texts in the sources', () => {
  const read = (source: string) =>
    readTexts(`import { countText, text as say } from '#kernel/language.ts';\n${source}`, true);

  test('texts are found even if the function is imported under another name', () => {
    expect(read("say('Log in'); countText(2, { one: '{count} day', other: '{count} days' });").texts).toEqual([
      { key: 'Log in', forms: null, line: 2 },
      { key: '{count} days', forms: { one: '{count} day', other: '{count} days' }, line: 2 },
    ]);
  });

  test.each([
    "const f = ({ text }: Language) => text('Log in');",
    "function Row() { const { text: words } = useLanguage(); return words('Log in'); }",
    "const f = (language: Language) => language.text('Log in');",
    "const f = (look: Look) => look.language.text('Log in');",
    "const f = (shop: Shop) => mailLanguage(languageOfShop(shop)).text('Log in');",
    "const label = markedText('Log in');",
  ])('texts are found however the code reaches the catalogue: %s', (source) => {
    const { texts, bare } = readTexts(`import { markedText } from '#kernel/language.ts';\n${source}`, true);
    expect([texts.map(({ key }) => key), bare]).toEqual([['Log in'], []]);
  });

  test('a method with the same name of another object does not count', () => {
    expect(readTexts("pdf.text('P', 'Log in')", false).texts).toEqual([]);
  });

  test('a text that is not a literal is a problem', () => {
    expect(read("say(label); say('a' + b); countText(2, forms);").problems).toHaveLength(3);
  });

  test.each([
    '<p>Log in</p>',
    "<p>{isOpen ? 'Open now' : null}</p>",
    '<Field label="Email" />',
    '<Field label="email" />',
    '<DataTable caption="Instalments" />',
    '<RadioCards legend={`Pay now`} />',
    '<FixedDetail why="It cannot be changed." />',
    "<img alt={name ?? 'A picture'} />",
    "<Button onClick={() => toast('It worked.')} />",
    "toast('It worked.')",
    "const row = { label: 'Total' }",
    "function Row({ heading = 'Your order' }) { return <h2>{heading}</h2>; }",
    "const shown = isPaid ? 'Paid in full' : status",
    "insideSentence('Credit card')",
  ])('words outside a text call are found in a component: %s', (source) => expect(read(source).bare).toHaveLength(1));

  test.each([
    '<p className="page">·</p>',
    "<p>{say('Log in')}</p>",
    "<Field label={say('Email')} hint={translate(hint)} />",
    '<Button kind="text" onClick={() => open(\'cart\')} />',
    '<Card labelledBy="order-facts" aria-describedby="order-note" />',
    "const row = { label: 'total', kind: 'later' }",
    "if (event.key === 'Escape') close('LoginPage')",
    "throw new Error('The refund wizard needs a customer')",
    '<svg role="img" aria-label="Mastercard" />',
  ])('names, and strings that nobody reads, are allowed: %s', (source) => expect(read(source).bare).toEqual([]));

  test('members and notices of a module without markup are checked too', () => {
    const inModule = (source: string) => readTexts(source, false).bare.map(({ what }) => what);
    expect(inModule("const row = { label: 'Total', kind: 'Total' }; toast('It worked.')")).toEqual([
      'Total',
      'It worked.',
    ]);
  });
});

describe('a folder of sources', () => {
  const folderWith = (files: Record<string, string>): string => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-languages-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    for (const [file, source] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), source);
    }
    return folder;
  };

  test('a problem names the file and line of words outside a text call', () => {
    const folder = folderWith({
      'features/x/shop/row.tsx': 'export const Row = () => (\n  <p title="Your order" />\n);\n',
    });
    expect(sourceTexts(folder)).toMatchObject({
      components: 1,
      strings: 1,
      problems: ['src/features/x/shop/row.tsx:2: “Your order” is not in a call to text()'],
    });
  });

  test('a folder without components is a problem', () => {
    expect(sourceTexts(folderWith({ 'kernel/x.ts': 'export const x = 1;\n' })).problems).toHaveLength(1);
  });
});
