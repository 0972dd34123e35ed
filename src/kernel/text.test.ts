import { afterEach, expect, test } from 'vitest';
import {
  countText,
  insideSentence,
  laterText,
  saidText,
  speak,
  spokenLanguage,
  type TextCatalogue,
  text,
  textParts,
} from './text.ts';

const german: TextCatalogue = {
  'Log in': 'Anmelden',
  'Open##status': 'Offen',
  'At most {limit} of {product}.': 'Von {product} höchstens {limit}.',
  '{count} tickets in {place}': { one: '{count} Ticket in {place}', other: '{count} Tickets in {place}' },
  'Read our {terms} first.': 'Bitte zuerst {terms} lesen.',
  'Accept the <terms>terms</terms> of {shop}.': '{shop} hat <terms>Bedingungen</terms>, bitte annehmen.',
};
const croatian: TextCatalogue = {
  '{count} tickets': { one: '{count} ulaznica', few: '{count} ulaznice', other: '{count} ulaznica (mn.)' },
};

afterEach(() => speak('en', undefined));

test('without a catalogue the English text is said as it stands', () => {
  expect(spokenLanguage()).toBe('en');
  expect(text('Log in')).toBe('Log in');
  expect(text('At most {limit} of {product}.', { limit: 2, product: 'Camp & caravan' })).toBe(
    'At most 2 of Camp & caravan.',
  );
});

test('a catalogue says its texts, in its own order of words; what it lacks stays English', () => {
  speak('de', german);
  expect(spokenLanguage()).toBe('de');
  expect(text('Log in')).toBe('Anmelden');
  expect(text('At most {limit} of {product}.', { limit: 2, product: 'Zelt' })).toBe('Von Zelt höchstens 2.');
  expect(text('Log out')).toBe('Log out');
});

test('a value is never read as a placeholder of its own', () => {
  expect(text('At most {limit} of {product}.', { limit: '{product}', product: '$& {limit}' })).toBe(
    'At most {product} of $& {limit}.',
  );
});

test('a text that counts takes the form of its language', () => {
  const tickets = (count: number) => countText(count, { one: '{count} ticket', other: '{count} tickets' });
  expect([0, 1, 2].map(tickets)).toEqual(['0 tickets', '1 ticket', '2 tickets']);
  speak('hr', croatian);
  expect([1, 2, 5, 21, 22].map(tickets)).toEqual([
    '1 ulaznica',
    '2 ulaznice',
    '5 ulaznica (mn.)',
    '21 ulaznica',
    '22 ulaznice',
  ]);
});

test('a text that counts takes further values', () => {
  speak('de', german);
  const words = { one: '{count} ticket in {place}', other: '{count} tickets in {place}' } as const;
  expect(countText(1, words, { place: 'Köln' })).toBe('1 Ticket in Köln');
});

test('parts that are more than text come in the order of the language', () => {
  const terms = { link: '/terms' };
  expect(textParts('Read our {terms} first.', { terms })).toEqual(['Read our ', terms, ' first.']);
  speak('de', german);
  expect(textParts('Read our {terms} first.', { terms })).toEqual(['Bitte zuerst ', terms, ' lesen.']);
});

test('words in a tag are handed to what is made of them', () => {
  const parts = { terms: (words: string) => ({ link: words }), shop: 'Sandlark' };
  const said = () =>
    textParts<string | { link: string }, 'Accept the <terms>terms</terms> of {shop}.'>(
      'Accept the <terms>terms</terms> of {shop}.',
      parts,
    );
  expect(said()).toEqual(['Accept the ', { link: 'terms' }, ' of ', 'Sandlark', '.']);
  speak('de', german);
  expect(said()).toEqual(['Sandlark', ' hat ', { link: 'Bedingungen' }, ', bitte annehmen.']);
});

test('a marked constant is said in the language of the moment', () => {
  const label = laterText('Log in');
  expect(saidText(label)).toBe('Log in');
  speak('de', german);
  expect(saidText(label)).toBe('Anmelden');
  expect(saidText('Anything else')).toBe('Anything else');
});

test('one English text may have two meanings: the context tells them apart and is not said', () => {
  expect([text('Open'), text('Open##status')]).toEqual(['Open', 'Open']);
  speak('de', german);
  expect([text('Open'), text('Open##status'), text('Shut##status')]).toEqual(['Open', 'Offen', 'Shut']);
});

test('what somebody else has written is said whole, also where it has signs like those before a context', () => {
  expect(saidText('You can buy at most 2 of Gate ##1 in one order.')).toBe(
    'You can buy at most 2 of Gate ##1 in one order.',
  );
  expect(saidText('## all of it')).toBe('## all of it');
});

test('inside a sentence a label loses its capital, but not in German', () => {
  expect(insideSentence('Credit card')).toBe('credit card');
  speak('de', german);
  expect(insideSentence('Kreditkarte')).toBe('Kreditkarte');
});

test('a text called like something that every object has is no text of the catalogue', () => {
  speak('de', german);
  expect(saidText('constructor')).toBe('constructor');
});
