import { expect, test } from 'vitest';
import { ENGLISH, type Language, languageOf, markedText } from './language.ts';

const german = languageOf('de', {
  'Log in': 'Anmelden',
  'Open##status': 'Offen',
  'At most {limit} of {product}.': 'Von {product} höchstens {limit}.',
  '{count} tickets in {place}': { one: '{count} Ticket in {place}', other: '{count} Tickets in {place}' },
  'Read our {terms} first.': 'Bitte zuerst {terms} lesen.',
  'Accept the <terms>terms</terms> of {shop}.': '{shop} hat <terms>Bedingungen</terms>, bitte annehmen.',
});
const croatian = languageOf('hr', {
  '{count} tickets': { one: '{count} ulaznica', few: '{count} ulaznice', other: '{count} ulaznica (mn.)' },
});

test('without a catalogue the English text stays as it is', () => {
  const { tag, text } = ENGLISH;
  expect(tag).toBe('en');
  expect(text('Log in')).toBe('Log in');
  expect(text('At most {limit} of {product}.', { limit: 2, product: 'Camp & caravan' })).toBe(
    'At most 2 of Camp & caravan.',
  );
});

test('a catalogue translates texts, with its own word order; missing texts stay English', () => {
  const { tag, text } = german;
  expect(tag).toBe('de');
  expect(text('Log in')).toBe('Anmelden');
  expect(text('At most {limit} of {product}.', { limit: 2, product: 'Zelt' })).toBe('Von Zelt höchstens 2.');
  expect(text('Log out')).toBe('Log out');
});

test('one process can use two languages, each by its own value', () => {
  expect([german, ENGLISH, german].map(({ text }) => text('Log in'))).toEqual(['Anmelden', 'Log in', 'Anmelden']);
});

test('a value that looks like a placeholder is not replaced', () => {
  expect(ENGLISH.text('At most {limit} of {product}.', { limit: '{product}', product: '$& {limit}' })).toBe(
    'At most {product} of $& {limit}.',
  );
});

test('a value that ends with a full stop also ends the sentence', () => {
  const texts = { 'Due on {day}.': 'Dospijeva {day}.' };
  const { text, textParts } = languageOf('hr', texts);
  expect(text('Due on {day}.', { day: '24. prosinca 2026.' })).toBe('Dospijeva 24. prosinca 2026.');
  expect(text('Due on {day}.', { day: 'danas' })).toBe('Dospijeva danas.');
  expect(textParts('Due on {day}.', { day: '24. prosinca 2026.' }).join('')).toBe('Dospijeva 24. prosinca 2026.');
  expect(textParts('Due on {day}.', { day: 'danas' }).join('')).toBe('Dospijeva danas.');
});

test('a text that counts uses the plural form of its language', () => {
  const words = { one: '{count} ticket', other: '{count} tickets' } as const;
  expect([0, 1, 2].map((count) => ENGLISH.countText(count, words))).toEqual(['0 tickets', '1 ticket', '2 tickets']);
  expect([1, 2, 5, 21, 22].map((count) => croatian.countText(count, words))).toEqual([
    '1 ulaznica',
    '2 ulaznice',
    '5 ulaznica (mn.)',
    '21 ulaznica',
    '22 ulaznice',
  ]);
});

test('a text that counts can have further values', () => {
  const words = { one: '{count} ticket in {place}', other: '{count} tickets in {place}' } as const;
  expect(german.countText(1, words, { place: 'Köln' })).toBe('1 Ticket in Köln');
});

test('parts that are not plain text come in the order of the language', () => {
  const terms = { link: '/terms' };
  expect(ENGLISH.textParts('Read our {terms} first.', { terms })).toEqual(['Read our ', terms, ' first.']);
  expect(german.textParts('Read our {terms} first.', { terms })).toEqual(['Bitte zuerst ', terms, ' lesen.']);
});

test('words in a tag are passed to the function of that tag', () => {
  const parts = { terms: (words: string) => ({ link: words }), shop: 'Sandlark' };
  const consent = ({ textParts }: Language) =>
    textParts<string | { link: string }, 'Accept the <terms>terms</terms> of {shop}.'>(
      'Accept the <terms>terms</terms> of {shop}.',
      parts,
    );
  expect(consent(ENGLISH)).toEqual(['Accept the ', { link: 'terms' }, ' of ', 'Sandlark', '.']);
  expect(consent(german)).toEqual(['Sandlark', ' hat ', { link: 'Bedingungen' }, ', bitte annehmen.']);
});

test('a marked constant is translated into the language in which it is shown', () => {
  const label = markedText('Log in');
  expect(ENGLISH.translate(label)).toBe('Log in');
  expect(german.translate(label)).toBe('Anmelden');
  expect(german.translate('Anything else')).toBe('Anything else');
});

test('a sentence is a text from the catalogue, or a function of the language', () => {
  expect(german.translate(markedText('Log in'))).toBe('Anmelden');
  expect(german.translate(({ text }) => text('At most {limit} of {product}.', { limit: 2, product: 'Zelt' }))).toBe(
    'Von Zelt höchstens 2.',
  );
});

test('one English text may have two meanings: the context distinguishes them and is not shown', () => {
  expect([ENGLISH.text('Open'), ENGLISH.text('Open##status')]).toEqual(['Open', 'Open']);
  const { text } = german;
  expect([text('Open'), text('Open##status'), text('Shut##status')]).toEqual(['Open', 'Offen', 'Shut']);
});

test('a text from elsewhere is shown in full, even if part of it looks like a context', () => {
  expect(ENGLISH.translate('You can buy up to 2 of Gate ##1 per order.')).toBe(
    'You can buy up to 2 of Gate ##1 per order.',
  );
  expect(ENGLISH.translate('## all of it')).toBe('## all of it');
});

test('inside a sentence a label loses its capital, but not in German', () => {
  expect(ENGLISH.insideSentence('Credit card')).toBe('credit card');
  expect(german.insideSentence('Kreditkarte')).toBe('Kreditkarte');
});

test('a text such as “constructor” is not mistaken for an entry of the catalogue', () => {
  expect(german.translate('constructor')).toBe('constructor');
});
