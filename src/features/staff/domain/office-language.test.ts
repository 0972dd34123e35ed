import { expect, test } from 'vitest';
import { acceptedLanguage } from './office-language.ts';

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr, HR-hr ; q=0.7, en;q=0.5', 'hr'],
  ['en;q=0.5,hr;q=0.9', 'hr'],
  ['de;q=0,en', 'en'],
  ['den,fr', null],
  ['*', null],
  [';;,q=1,de;q=x', null],
  ['', null],
  [undefined, null],
] as const)('the Accept-Language header “%s” selects the language %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
