import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { mailLanguage } from './mail-language.ts';

test('an emphasized value that ends with a full stop also ends the sentence', () => {
  const { textNodes } = mailLanguage(languageOf('hr', { 'Due on {day}.': 'Dospijeva {day}.' }));
  const ends = { strong: '24. prosinca 2026.' };
  expect(textNodes('Due on {day}.', { day: ends })).toEqual(['Dospijeva ', ends]);
  expect(textNodes('Due on {day}.', { day: { strong: 'danas' } })).toEqual(['Dospijeva ', { strong: 'danas' }, '.']);
});
