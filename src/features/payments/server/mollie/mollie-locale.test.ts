import { expect, test } from 'vitest';
import { mollieLocale } from './mollie-locale.ts';

test.each([
  ['de', 'AT', 'de_AT'],
  ['de', 'HR', 'de_DE'],
  ['en', 'US', 'en_US'],
  ['en', 'HR', 'en_GB'],
  ['nl-BE', 'BE', 'nl_BE'],
  ['pl', '', 'pl_PL'],
  ['hr', 'HR', undefined],
  ['', '', undefined],
])('a page in %j for a buyer in %j is %s', (language, country, locale) => {
  expect(mollieLocale(language, country)).toBe(locale);
});
