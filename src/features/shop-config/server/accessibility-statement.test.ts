import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { accessibilityStatement } from './accessibility-statement.ts';
import { sanitizeOperatorHtml } from './folder/operator-html.ts';

const shop = {
  name: 'Dune & Sea',
  locale: 'en-GB',
  operator: { name: 'Small <Ltd>', email: 'hello@small.example', address: ['Street 1', 'Town'] },
};

const statementIn = (locale: string): string => accessibilityStatement(languageOfShop({ locale }), { ...shop, locale });

test('the statement names the shop, how to reach its operator and the day of the last review', () => {
  const html = statementIn('en-GB');
  expect(html).toContain('buy and manage a ticket at Dune &amp; Sea');
  expect(html).toContain('<a href="mailto:hello@small.example">hello@small.example</a>');
  expect(html).toContain('Small &lt;Ltd&gt;, Street 1, Town');
  expect(html).toMatch(/This statement was last reviewed on \d+ \w+ \d{4}\./);
});

test.each(['en-GB', 'de-AT', 'hr'])('in %s it contains only what an operator’s own text may contain', (locale) => {
  expect(sanitizeOperatorHtml(statementIn(locale), 'page').removed).toEqual([]);
});

const sentencesOf = (html: string): string[] =>
  html
    .replace(/<[^>]+>/g, '\n')
    .split(/\n|(?<=\.) /)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1);
/** Names, which are the same in every language. */
const NAMES = ['Web Content Accessibility Guidelines (WCAG) 2.2', 'hello@small.example'];

test.each([
  ['de', /zuletzt am 21\. November 2026 überprüft\./],
  ['hr', /posljednji put pregledana 21\. studenoga 2026\.</],
])('in a shop in %s, every sentence is in its language', (locale, lastLine) => {
  const html = statementIn(locale);
  expect(html).not.toContain('lang=');
  expect(html).toMatch(lastLine);
  expect(html.match(/<(h2|li|p)>/g)).toEqual(statementIn('en').match(/<(h2|li|p)>/g));
  const english = new Set(sentencesOf(statementIn('en')));
  expect(sentencesOf(html).filter((sentence) => english.has(sentence) && !NAMES.includes(sentence))).toEqual([]);
});

test('in a language without a catalogue, the statement is English and marked as English', () => {
  expect(statementIn('fr')).toBe(
    `<div lang="en">${accessibilityStatement(ENGLISH, { ...shop, locale: 'en-GB' })}</div>`,
  );
  expect(statementIn('en-GB')).not.toContain('lang=');
});
