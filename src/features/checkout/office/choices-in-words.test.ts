import { expect, test } from 'vitest';
import { ENGLISH, type Language } from '#kernel/language.ts';
import { choicesInWords } from './choices-in-words.ts';
import type { Choices } from './new-order-draft.ts';

const german: Language = { ...ENGLISH, tag: 'de', translate: (words) => `[${words}]` };
const line = (key: string, text: string, autocomplete: string | null) => ({ key, text, required: true, autocomplete });
const choices = {
  language: 'en',
  countries: [
    { code: 'AT', name: 'Austria' },
    { code: 'NL', name: 'Netherlands' },
    { code: 'DE', name: 'Germany' },
  ],
  address_lines: [line('city', 'Town', 'address-level2'), line('bell', 'Name at the bell', null)],
} as unknown as Choices;

test('a reader of another language sees countries and known address lines in that language', () => {
  const { countries, address_lines: lines } = choicesInWords(choices, german);
  expect(countries.map(({ name }) => name)).toEqual(['Deutschland', 'Niederlande', 'Österreich']);
  expect(lines.map(({ text }) => text)).toEqual(['[City]', 'Name at the bell']);
});

test('two address lines of one kind keep the shop’s labels, which tell them apart', () => {
  const both = [line('street', 'Street', 'address-line1'), line('more', 'Rest of the address', 'address-line1')];
  const { address_lines: lines } = choicesInWords({ ...choices, address_lines: both }, german);
  expect(lines.map(({ text }) => text)).toEqual(['Street', 'Rest of the address']);
});

test('a country that the reader’s browser cannot name keeps the shop’s name', () => {
  const somewhere = { ...choices, countries: [{ code: 'QX', name: 'Somewhere' }] };
  expect(choicesInWords(somewhere, german).countries).toEqual([{ code: 'QX', name: 'Somewhere' }]);
});

test('a reader of the customers’ language sees the shop’s own labels', () => {
  expect(choicesInWords(choices, ENGLISH)).toBe(choices);
});
